#!/bin/sh
# Runs every check, also after one failed, and names those that did. Nothing is changed.
set -u
cd "$(dirname "$0")/.."
bin=.venv/bin
failed=

run() {
    name=$1
    shift
    printf '== %s\n' "$name"
    "$@" || failed="$failed $name;"
}
skip() { printf '== %s: left out, %s\n' "$1" "$2"; }

audit() {
    # Known weaknesses of what is pinned. Without a network nothing can be said, and that is no failure.
    out=$($bin/pip-audit --progress-spinner off --disable-pip --no-deps -r requirements.txt 2>&1)
    code=$?
    left_out=$(printf '%s\n' "$out" | grep -c 'could not be audited')
    case "$out" in
        *"Found "*"known vulnerabilit"*) printf '%s\n' "$out" | grep -v 'could not be audited'; return 1 ;;
        *"No known vulnerabilities"*) printf 'nothing known; %s packages could not be asked about\n' "$left_out" ;;
        *) printf 'pip-audit could not ask (exit code %s, no network?): not checked\n' "$code" ;;
    esac
}

browser_code() {
    stamp=node_modules/.installed
    sum=$(cksum <package-lock.json)
    if [ "$(cat "$stamp" 2>/dev/null)" != "$sum" ]; then
        npm ci --silent --no-audit --no-fund || { printf 'npm could not install Biome: not checked\n'; return 0; }
        printf '%s' "$sum" >"$stamp"
    fi
    node_modules/.bin/biome ci --colors=off static
}

templates() {
    find templates -name '*.html' -print0 | xargs -0 $bin/djade --target-version 5.2 --check
}

run "form (ruff format)" $bin/ruff format --check --quiet .
run "lint (ruff check)" $bin/ruff check --quiet .
run "types (mypy)" $bin/mypy
run "import contracts (import-linter)" $bin/lint-imports --no-logo
run "templates (djade)" templates
run "migrations" $bin/python manage.py makemigrations --check --dry-run
run "settings (manage.py check)" $bin/python manage.py check --fail-level WARNING
if command -v npm >/dev/null 2>&1; then
    run "scripts and styles (Biome)" browser_code
else
    skip "scripts and styles (Biome)" "Node and npm are not installed"
fi
run "known weaknesses (pip-audit)" audit

if [ -n "$failed" ]; then
    printf '\nfailed:%s\n' "$failed"
    exit 1
fi
printf '\nall checks passed\n'
