#!/usr/bin/env bash
# Installs what is missing and builds: build/tfm, or build/PRESET/tfm.
#   scripts/build.sh [release|debug|asan] [options of cmake, such as -DTFM_WERROR=ON]
set -euo pipefail
source "$(dirname "$0")/common.sh"
cd "$project"

preset=release
if [ $# -gt 0 ] && [ "${1#-}" = "$1" ]; then
  preset=$1
  shift
fi
folder=$(build_folder "$preset")

scripts/setup.sh --quiet
# ninja itself configures again when a CMake file changes.
if [ $# -gt 0 ] || [ ! -e "$folder/build.ninja" ]; then
  say "configuring $folder"
  mkdir -p "$folder"
  cmake --preset "$preset" "$@" > "$folder/configure.log" 2>&1 || die "CMake failed:
$(cat "$folder/configure.log")"
fi
# Lines that say that there is nothing to do are left out; grep's own exit status is no matter.
cmake --build "$folder" --parallel "$(build_jobs)" |
  { grep --line-buffered -vE 'no work to do|Re-checking globbed' || true; }
say "built $folder"
