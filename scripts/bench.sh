#!/bin/sh
# Runs the benchmarks of the folder bench/, all or those named: scripts/bench.sh [engine|live|pairing ...]
set -eu
cd "$(dirname "$0")/.."
PYTHONPATH=. && export PYTHONPATH
[ $# -gt 0 ] || set -- engine live pairing
for name in "$@"; do
    printf '== %s\n' "$name"
    .venv/bin/python -m "bench.$name"
done
