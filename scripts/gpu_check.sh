#!/usr/bin/env bash
# One run, at most 8 minutes, for a machine with a GPU and no network: builds, runs all tests, trains the demo for some
# steps on CUDA and on the CPU and compares the losses, translates, and prints the speed.
#   scripts/gpu_check.sh           needs an importable CUDA torch, nvcc, CMake and ninja; the C++ packages it lacks are
#                                  taken from .deps/bundle, which scripts/bundle_packages.sh makes on another machine
#   scripts/gpu_check.sh --cpu     the same on a machine without a GPU, where one thread stands for CUDA, with few steps;
#                                  leaves the tests to scripts/test.sh
set -euo pipefail
source "$(dirname "$0")/common.sh"
cd "$project"

# Both devices compute in float32, in different orders. Without dropout, 1e-6 for each step grows to less than this.
tolerance=0.01
tested=(--device cuda) reference=(--device cpu)
steps=50 folder=build/gpu runs=build/gpu/runs
case "$*" in
  '') ;;
  --cpu)
    tested=(--device cpu --threads 1) reference=(--device cpu --threads 2)
    steps=5 folder=build runs=build/cpu_check
    ;;
  *) die "unknown arguments $*; scripts/gpu_check.sh takes --cpu" ;;
esac

bundled_sources() {
  local package
  if [ -d .deps/bundle/prefix ]; then echo "-DCMAKE_PREFIX_PATH=$project/.deps/bundle/prefix"; fi
  for package in .deps/bundle/*/; do
    package=$(basename "$package")
    [ -d ".deps/bundle/$package" ] && [ "$package" != prefix ] || continue
    echo "-DFETCHCONTENT_SOURCE_DIR_${package^^}=$project/.deps/bundle/$package"
  done
}

build_and_test() {
  local sources
  mapfile -t sources < <(bundled_sources)
  say "building in $folder"
  cmake -S . -B $folder -G Ninja -DCMAKE_BUILD_TYPE=Release "${sources[@]}"
  cmake --build $folder --parallel "$(build_jobs)"
  say "running all tests"
  ctest --test-dir $folder --output-on-failure --parallel 8 --timeout 120
}

# Few sentences to validate on and to score: a model this young translates each of them into the longest line allowed.
make_short_files() {
  local language
  mkdir -p $runs
  for language in en zh; do head -20 data/demo/valid.$language > $runs/short.$language; done
}

# train RUN OPTION…: the demo's first steps, every loss logged, without dropout, whose masks need not be the same.
train() {
  local run=$1 short="{\"source\":\"$runs/short.en\",\"target\":\"$runs/short.zh\"}"
  shift
  rm -rf "$run"
  $folder/tfm train --config configs/demo.json --quiet --set "/output/directory=\"$run\"" \
    --set "/data/valid=$short" --set "/data/test=$short" --set /model/dropout=0 --set /training/log_every=1 \
    --set /training/max_steps=$steps --set /training/validate_every=$steps --set /training/save_every=$steps "$@" > /dev/null
}

translate() {
  local translations
  translations=$(head -3 data/demo/test.en | $folder/tfm translate --model $runs/tested --quiet "$@")
  [ "$(printf '%s\n' "$translations" | wc -l)" = 3 ] || die "3 lines were to be translated; this came out: $translations"
}

if [ $folder = build ]; then scripts/build.sh; else build_and_test; fi
make_short_files
say "training $steps steps with ${tested[*]}, then with ${reference[*]}"
train $runs/tested "${tested[@]}"
train $runs/reference "${reference[@]}"
python3 scripts/compare_losses.py $runs/tested $runs/reference --tolerance $tolerance
say "translating"
translate "${tested[@]}"
say "done"
