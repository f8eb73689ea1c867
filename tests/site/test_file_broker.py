"""The broker of files: many writers and readers, and each message arrives once."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty

import pytest
from kombu import Connection, Message

from kqj_site.brokers import broker_settings
from kqj_site.embedded.broker import Channel, Transport

WRITERS, READERS, EACH = 4, 2, 125

WRITER = """
import sys
from pathlib import Path
from tests.site.test_file_broker import open_channel
channel = open_channel(Path(sys.argv[1]))
for number in range(int(sys.argv[3])):
    channel._put("live", {"body": f"{sys.argv[2]}-{number}", "filling": "x" * 5000})
"""

READER = """
import json, sys
from pathlib import Path
from queue import Empty
from tests.site.test_file_broker import open_channel
channel = open_channel(Path(sys.argv[1]))
got = []
print("ready", flush=True)
while True:
    try:
        body = channel._get("live")["body"]
    except Empty:
        continue
    if body == "end":
        break
    got.append(body)
print(json.dumps(got))
"""


def open_channel(var_dir: Path) -> Channel:
    """Return a channel to the broker of a folder."""
    options = broker_settings(redis_url="", var_dir=var_dir)["options"]
    channel = Connection(transport=Transport, transport_options=options).channel()
    assert isinstance(channel, Channel)
    return channel


def start(code: str, *words: object) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", code, *map(str, words)], stdout=subprocess.PIPE, text=True)


def test_nothing_is_lost_or_doubled_between_processes(tmp_path: Path) -> None:
    readers = [start(READER, tmp_path) for _ in range(READERS)]
    for reader in readers:
        assert reader.stdout is not None
        assert reader.stdout.readline() == "ready\n"
    writers = [start(WRITER, tmp_path, writer, EACH) for writer in range(WRITERS)]
    for writer in writers:
        writer.communicate()
        assert writer.returncode == 0
    channel = open_channel(tmp_path)
    for _ in range(READERS):
        channel._put("live", {"body": "end"})
    got = [body for reader in readers for body in json.loads(reader.communicate()[0])]
    assert sorted(got) == sorted(f"{writer}-{number}" for writer in range(WRITERS) for number in range(EACH))


def test_the_end_of_a_task_makes_room_at_once(tmp_path: Path) -> None:
    """Whoever may hold one message takes the next when the first is done, however seldom it looks by itself."""
    options = broker_settings(redis_url="", var_dir=tmp_path)["options"] | {"polling_interval": 600.0}
    connection, taken = Connection(transport=Transport, transport_options=options), []
    producer = connection.SimpleQueue("live")
    for number in range(20):
        producer.put(number)
    with ThreadPoolExecutor(1) as worker:

        def take(body: int, message: Message) -> None:
            taken.append(body)
            worker.submit(message.ack)

        with connection.Consumer([producer.queue], callbacks=[take], prefetch_count=1):
            while len(taken) < 20:
                connection.drain_events()
    assert taken == list(range(20))


def test_waiting_for_messages_ends_in_time(tmp_path: Path) -> None:
    options = broker_settings(redis_url="", var_dir=tmp_path)["options"]
    connection = Connection(transport=Transport, transport_options=options)
    with connection.Consumer([connection.SimpleQueue("live").queue]), pytest.raises(TimeoutError):
        connection.drain_events(timeout=0.1)


def test_messages_come_in_order_and_queues_are_apart(tmp_path: Path) -> None:
    channel = open_channel(tmp_path)
    for number in range(3):
        channel._put("live", {"number": number})
    channel._put("later", {"number": 9})
    assert channel._size("live") == 3
    assert [channel._get("live")["number"] for _ in range(3)] == [0, 1, 2]
    with pytest.raises(Empty):
        channel._get("live")
    assert channel._purge("later") == 1
    assert channel._size("later") == 0
