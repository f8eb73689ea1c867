#!/bin/sh
# Removes all state and what tools leave. Refuses while the site runs on it.
set -eu
cd "$(dirname "$0")/.."
if [ -e var/postgres/users.lock ] && command -v flock >/dev/null 2>&1 && ! flock -n var/postgres/users.lock true; then
    printf 'clean: the site or a test uses var/; stop it first\n' >&2
    exit 1
fi
rm -rf var .pytest_cache .hypothesis .mypy_cache .ruff_cache .import_linter_cache node_modules
find . -name __pycache__ -type d -not -path './.venv/*' -prune -exec rm -rf {} +
