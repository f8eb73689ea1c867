#!/bin/sh
# Makes .venv and installs the pinned packages; does nothing where both are up to date.
# Usage: scripts/setup.sh run|dev
set -eu
cd "$(dirname "$0")/.."
wanted=${1:-run}
python=${PYTHON:-python3}

say() { printf '%s\n' "$*" >&2; }
fail() { say "setup: $*"; exit 1; }

command -v "$python" >/dev/null 2>&1 ||
    fail "no $python found. Install Python 3.11 or newer, or name one: make run PYTHON=/path/to/python3.11"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "$("$python" --version 2>&1) is too old: 3.11 or newer is needed. Name another one: make run PYTHON=python3.12"
"$python" -c 'import venv, ensurepip' 2>/dev/null ||
    fail "$python has no venv module. On Debian and Ubuntu: apt-get install python3-venv"

files=requirements.txt
[ "$wanted" = dev ] && files="requirements.txt requirements-dev.txt"
stamp=.venv/installed-$wanted
sum=$({ "$python" --version; cat $files; } | cksum)

if [ ! -x .venv/bin/python ] || ! .venv/bin/python -c '' 2>/dev/null; then
    say "setup: making the virtual environment .venv"
    "$python" -m venv --clear .venv
fi
[ "$wanted" = run ] && [ "$(cat .venv/installed-dev-run 2>/dev/null)" = "$sum" ] && exit 0
[ "$(cat "$stamp" 2>/dev/null)" = "$sum" ] && exit 0
say "setup: installing the packages of $files"
for file in $files; do set -- "$@" -r "$file"; done
shift
.venv/bin/python -m pip install --disable-pip-version-check --quiet "$@" ||
    fail "the packages could not be installed (see above). Is a package index reachable?"
printf '%s' "$sum" >"$stamp"
