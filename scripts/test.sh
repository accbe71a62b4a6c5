#!/usr/bin/env bash
# Installs what is missing, builds with warnings as errors, and runs every test; then the unit and property tests once
# more under the address and undefined-behaviour sanitizers.
#   scripts/test.sh [--no-asan]
set -euo pipefail
source "$(dirname "$0")/common.sh"
cd "$project"

with_asan=yes
case "$*" in
  '') ;;
  --no-asan) with_asan=no ;;
  *) die "unknown arguments $*; scripts/test.sh takes --no-asan" ;;
esac

scripts/setup.sh --tests
scripts/build.sh release -DTFM_WERROR=ON
say "running all tests"
ctest --preset release --parallel "$(nproc)"
say "training, comparing and translating with scripts/gpu_check.sh, here on the CPU"
scripts/gpu_check.sh --cpu

if [ $with_asan = yes ]; then
  scripts/build.sh asan  # warnings are no errors here: instrumented code makes gcc see ghosts
  say "running the unit and property tests under the sanitizers"
  # LibTorch isn't instrumented: what it does to a vector of ours looks like an overflow, and it never frees its registries.
  ASAN_OPTIONS=detect_container_overflow=0:detect_leaks=0 \
    ctest --preset asan --parallel "$(nproc)" --label-regex '^(unit|property)$'
fi
say "all tests passed"
