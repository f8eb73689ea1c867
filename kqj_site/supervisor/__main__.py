"""`python -m kqj_site.supervisor`: run the whole site."""

import argparse
import os
import sys

from kqj_site.embedded.postgres import EmbeddedPostgresError
from kqj_site.supervisor.children import SERVERS
from kqj_site.supervisor.keeping import say
from kqj_site.supervisor.site import SPEAKER, NotStartedError, run_site


def main() -> int:
    """Run the site until Ctrl-C; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m kqj_site.supervisor", description=__doc__)
    parser.add_argument("--host", default=os.environ.get("KQJ_HOST") or "127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on; 0 takes a free one")
    parser.add_argument("--server", choices=SERVERS, default="daphne", help="ASGI server")
    arguments = parser.parse_args()
    try:
        run_site(host=arguments.host, port=arguments.port, server=arguments.server)
    except (NotStartedError, EmbeddedPostgresError) as error:
        say(SPEAKER, str(error))
        return 1
    except KeyboardInterrupt:  # while the database was still being prepared
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
