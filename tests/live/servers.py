"""Web processes alone, without workers or clock, for tests of sockets."""

import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent.parent
SERVERS = ("daphne", "uvicorn")
WAIT_SECONDS = 60.0


class WebProcess:
    """A web process on a free port. The port is listened on before the process starts, so that nobody need wait for it.

    Attributes:
        lines: what it said.
        address: host and port.
    """

    def __init__(self, *, env: Mapping[str, str], server: str = "daphne") -> None:
        self.lines: list[str] = []
        clean = {key: value for key, value in os.environ.items() if not key.startswith("DJANGO_ALLOW_ASYNC")}
        with socket.create_server(("127.0.0.1", 0), backlog=500) as listener:
            host, port = listener.getsockname()
            self.address = f"{host}:{port}"
            self.process = subprocess.Popen(
                [sys.executable, "-m", server, "--fd", str(listener.fileno()), "kqj_site.asgi:application"],
                cwd=PROJECT,
                env={**clean, **env, "PYTHONUNBUFFERED": "1"},
                pass_fds=[listener.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def wait_until_ready(self) -> "WebProcess":
        """Wait until it answers; on a busy machine it takes its time to load."""
        with urllib.request.urlopen(f"http://{self.address}/healthz", timeout=WAIT_SECONDS) as answer:
            assert answer.status == HTTPStatus.OK
        return self

    @property
    def ws_url(self) -> str:
        return f"ws://{self.address}"

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def stop(self) -> None:
        """Stop it; harmless when it is stopped already."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(WAIT_SECONDS)
        self._finish()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self._finish()

    def _finish(self) -> None:
        self._reader.join(WAIT_SECONDS)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def _read(self) -> None:
        assert self.process.stdout is not None
        self.lines.extend(line.rstrip() for line in self.process.stdout)
