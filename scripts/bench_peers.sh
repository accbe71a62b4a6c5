#!/usr/bin/env bash
# Trains the same models with tfm and its peers from PyPI, in turn, and prints how they compare in speed and memory
# (scripts/bench_peers.sh) or in the quality reached in a given time (scripts/bench_peers.sh quality).
# --help lists the options. Peers are installed into .deps/peers, or the folder that TFM_PEERS names.
set -euo pipefail
source "$(dirname "$0")/common.sh"

exec python3 "$project/scripts/bench_peers/main.py" "$@"
