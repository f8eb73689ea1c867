#!/bin/sh
# Makes .venv and installs the pinned packages; does nothing where both are up to date.
# Usage: scripts/setup.sh run|dev|bench
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}

say() { printf '%s\n' "$*" >&2; }
fail() {
    say "setup: $*"
    exit 1
}

case "${1:-run}" in
    run) file=requirements.txt; files=requirements.txt ;;
    dev) file=requirements-dev.txt; files="requirements.txt requirements-dev.txt" ;;
    bench) file=requirements-bench.txt; files="requirements.txt requirements-dev.txt requirements-bench.txt" ;;
    *) fail "unknown purpose $1: run, dev or bench" ;;
esac

is_current() {
    for part in $files; do
        [ "$(cat ".venv/.installed-$part" 2>/dev/null)" = "$(cksum <"$part")" ] || return 1
    done
}

find_python() {
    command -v "$python" >/dev/null 2>&1 ||
        fail "no $python here. Install Python 3.11 or newer, or name one: make run PYTHON=/path/to/python3.11"
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "$("$python" --version 2>&1) is too old: 3.11 or newer is needed. Name one: make run PYTHON=python3.12"
    "$python" -c 'import venv, ensurepip' 2>/dev/null ||
        fail "$python can't make virtual environments. On Debian and Ubuntu: apt-get install python3-venv"
}

if ! .venv/bin/python -c '' 2>/dev/null; then
    find_python
    say "setup: making the virtual environment .venv"
    "$python" -m venv --clear .venv
fi
is_current && exit 0
say "setup: installing the packages of $file (the first time this takes a few minutes)"
.venv/bin/python -m pip install --disable-pip-version-check --quiet -r "$file" ||
    fail "the packages could not be installed (see above). Is a package index reachable?"
for part in $files; do
    cksum <"$part" >".venv/.installed-$part"
done
