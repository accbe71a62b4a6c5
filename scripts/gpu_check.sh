#!/usr/bin/env bash
# One run, at most 8 minutes, for a machine with a GPU and no network: builds, runs the tests that are for a GPU, trains
# the demo for some steps on CUDA and on the CPU and compares the losses, translates, measures how fast three models train
# and translate in float32 and in bfloat16, and runs the other tests in what time is left. Each step says how long it
# took; one that fails is named at the end, and one that there is no time for where it is left out.
#   scripts/gpu_check.sh           needs an importable CUDA torch, nvcc, CMake and ninja; the C++ packages it lacks are
#                                  taken from .deps/bundle, which scripts/bundle_packages.sh makes on another machine
#   scripts/gpu_check.sh --cpu     the same on a machine without a GPU: one thread stands for CUDA, with few steps and the
#                                  smallest model, in a minute beside building; leaves the tests to scripts/test.sh
set -euo pipefail
source "$(dirname "$0")/common.sh"
cd "$project"

# Both devices compute in float32, in different orders. Without dropout, 1e-6 for each step grows to less than this.
tolerance=0.01
budget=470 for_other_tests=90 longest_bench=30 # seconds
tested=(--device cuda) reference=(--device cpu)
models=(tiny base big) batch_tokens=25000 # as in Vaswani et al. 2017
steps=50 folder=build/gpu runs=build/gpu/runs
case "$*" in
  '') ;;
  --cpu)
    tested=(--device cpu --threads 1) reference=(--device cpu --threads 2)
    models=(tiny) batch_tokens=500 longest_bench=1
    budget=7200 # nothing is left out here
    steps=5 folder=build runs=build/cpu_check
    ;;
  *) die "unknown arguments $*; scripts/gpu_check.sh takes --cpu" ;;
esac

# --- Time ------------------------------------------------------------------------------------------------------------

SECONDS=0 # bash counts them from here on
failed=()

left() { echo $((SECONDS < budget ? budget - SECONDS : 1)); }
within_budget() { timeout --kill-after=5 "$(left)" "$@"; }

# step SECONDS NAME COMMAND…: runs it where so many seconds are left. A function that it runs can't count on `set -e`.
step() {
  local needed=$1 name=$2 begin=$SECONDS
  shift 2
  if [ "$(left)" -lt "$needed" ]; then
    say "skipped: $name ($(left) s are left of $budget, and it takes $needed)"
    return
  fi
  say "$name"
  if "$@"; then
    say "took $((SECONDS - begin)) s; $SECONDS s so far"
  else
    failed+=("$name")
    say "FAILED after $((SECONDS - begin)) s: $name"
  fi
}

# --- Building and testing --------------------------------------------------------------------------------------------

bundled_sources() {
  local package
  if [ -d .deps/bundle/prefix ]; then echo "-DCMAKE_PREFIX_PATH=$project/.deps/bundle/prefix"; fi
  for package in .deps/bundle/*/; do
    package=$(basename "$package")
    [ -d ".deps/bundle/$package" ] && [ "$package" != prefix ] || continue
    echo "-DFETCHCONTENT_SOURCE_DIR_${package^^}=$project/.deps/bundle/$package"
  done
}

build() {
  local sources
  mapfile -t sources < <(bundled_sources)
  within_budget cmake -S . -B $folder -G Ninja -DCMAKE_BUILD_TYPE=Release "${sources[@]}" &&
    within_budget cmake --build $folder --parallel "$(build_jobs)"
}

run_tests() {
  within_budget ctest --test-dir $folder --output-on-failure --parallel "$(build_jobs)" --timeout 120 "$@"
}

# The program's tests that don't ask for equality to the byte, which is promised for the CPU alone.
on_gpu='^cli\.(tour|translate|score|variants)_test$'

# Without the GPU. An end for want of time is no failure: the last lines say how far it came.
run_other_tests() {
  local result=0
  CUDA_VISIBLE_DEVICES='' run_tests --label-exclude '^cuda$' --exclude-regex "$on_gpu" || result=$?
  [ $result != 124 ] || say "the time is over before all tests were run"
  [ $result = 0 ] || [ $result = 124 ]
}

# --- Training and translating ----------------------------------------------------------------------------------------

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
  within_budget $folder/tfm train --config configs/demo.json --quiet --set "/output/directory=\"$run\"" \
    --set "/data/valid=$short" --set "/data/test=$short" --set /model/dropout=0 --set /training/log_every=1 \
    --set /training/max_steps=$steps --set /training/validate_every=$steps --set /training/save_every=$steps "$@" > /dev/null
}

compare() {
  train $runs/tested "${tested[@]}" && train $runs/reference "${reference[@]}" &&
    python3 scripts/compare_losses.py $runs/tested $runs/reference --tolerance $tolerance
}

pick_precision() {
  train $runs/auto "${tested[@]}" --set /training/precision=auto && grep '"event":"precision"' $runs/auto/log.jsonl
}

translate() {
  local translations
  translations=$(head -3 data/demo/test.en | within_budget $folder/tfm translate --model $runs/tested --quiet "$@")
  if [ "$(printf '%s\n' "$translations" | wc -l)" != 3 ]; then
    say "3 lines were to be translated; this came out: $translations"
    return 1
  fi
}

# --- Measuring -------------------------------------------------------------------------------------------------------

# Of training one model in one precision, such that those that are still to come (COUNT) fit as well. Translating takes
# half as long again, and the rest of a measurement some 8 s.
bench_seconds() {
  local each=$((($(left) - for_other_tests) / $1 - 8))
  each=$((each * 2 / 3))
  if [ $each -lt 1 ]; then each=1; fi
  echo $((each < longest_bench ? each : longest_bench))
}

bench() {
  local model=$1 precision=$2 seconds=$3
  within_budget $folder/tfm bench --model "$model" --precision "$precision" --batch-tokens $batch_tokens \
    --seconds "$seconds" --quiet "${tested[@]}"
}

bench_all() {
  local model precision seconds count=$((2 * ${#models[@]}))
  for model in "${models[@]}"; do
    for precision in float32 bfloat16; do
      seconds=$(bench_seconds $count)
      step 15 "measuring $model in $precision, training for $seconds s, batches of $batch_tokens" \
        bench "$model" $precision "$seconds"
      count=$((count - 1))
    done
  done
}

# --- The run ---------------------------------------------------------------------------------------------------------

if [ $folder = build ]; then
  scripts/build.sh
else
  nvidia-smi --query-gpu=name,memory.total,driver_version --format=csv,noheader || true
  step 1 "building in $folder" build
  [ ${#failed[@]} = 0 ] || die "nothing more can be done without a program"
  step 20 "running the tests for a GPU" run_tests --label-regex '^cuda$'
fi
make_short_files
step 20 "training $steps steps with ${tested[*]}, then with ${reference[*]}" compare
step 5 "translating" translate "${tested[@]}"
step 10 "letting precision auto pick" pick_precision
bench_all
if [ $folder != build ]; then
  step 20 "running the program's tests on CUDA" run_tests --tests-regex "$on_gpu"
  step 20 "running the other tests on the CPU" run_other_tests
fi
if [ ${#failed[@]} != 0 ]; then die "failed after $SECONDS s: $(printf '%s; ' "${failed[@]}")"; fi
say "done in $SECONDS s"
