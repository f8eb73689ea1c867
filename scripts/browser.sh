#!/bin/sh
# Finds Chromium for the tests; installs it where that takes no more than a word to the system, as root on Debian.
set -eu
for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
    [ -n "$name" ] && command -v "$name" >/dev/null 2>&1 && "$name" --version >/dev/null 2>&1 && exit 0
done

say() { printf 'browser: %s\n' "$*" >&2; }

is_ubuntu() { [ -r /etc/os-release ] && grep -q '^ID=ubuntu' /etc/os-release; }

if is_ubuntu; then
    say "no Chromium found. Ubuntu's package of that name is only a stub for a snap, which does not run everywhere."
    say "Install Google Chrome's .deb or 'snap install chromium', or set CHROMIUM=/path/to/a/chromium"
    exit 1
fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    say "no Chromium found; installing it"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
    exit 0
fi
say "no Chromium found, and the tests in real browsers need one. Install it (Debian: sudo apt-get install chromium;"
say "Fedora: sudo dnf install chromium), or set CHROMIUM=/path/to/a/chromium"
exit 1
