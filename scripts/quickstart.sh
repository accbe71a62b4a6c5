#!/usr/bin/env bash
# From a fresh clone to translations: installs what is missing, builds, trains on the shipped data, translates sentences
# that training has not seen, and scores the translations of all of them. Run again, it goes on where it stopped.
set -euo pipefail
source "$(dirname "$0")/common.sh"
cd "$project"

test_source=data/demo/test.en
test_reference=data/demo/test.zh

# Every n-th line, so that about six are shown.
sample() { awk -v every=$(($(wc -l < $test_source) / 6)) 'NR % every == 1' "$1"; }

scripts/build.sh
say "training: build/tfm train --config configs/demo.json"
build/tfm train --config configs/demo.json

say "translating sentences of $test_source: build/tfm translate --model runs/demo"
paste -d '\n' <(sample $test_source | sed 's/^/source       /') \
  <(sample $test_source | build/tfm translate --model runs/demo --quiet | sed 's/^/translation  /') \
  <(sample $test_reference | sed 's/^/reference    /') /dev/null

say "scoring: build/tfm eval --model runs/demo --source $test_source --reference $test_reference"
build/tfm eval --model runs/demo --source $test_source --reference $test_reference
