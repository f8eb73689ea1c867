#!/bin/sh
# Finds or installs a redis-server for the tests, which run on both brokers where one can be had. Never fails.
command -v redis-server >/dev/null 2>&1 && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    printf 'redis: installing redis-server for the tests\n' >&2
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends redis-server \
        >/dev/null && exit 0
fi
printf 'redis: no redis-server here: the tests run on the embedded broker alone\n' >&2
exit 0
