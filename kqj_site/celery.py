"""The Celery application: queues, schedule, and how workers behave."""

import os

from celery import Celery
from celery.signals import worker_init
from kombu import Queue
from kombu.transport import TRANSPORT_ALIASES

from kqj_site.brokers import FILES_TRANSPORT, QUEUES, SCHEDULE
from kqj_site.steady_pool import use_steady_pool

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kqj_site.settings")
TRANSPORT_ALIASES["kqjfiles"] = FILES_TRANSPORT

app = Celery("kqj")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.update(
    task_queues=[Queue(name) for name in QUEUES],
    task_default_queue="later",
    task_create_missing_queues=False,
    # A killed pool child's task is given back; all tasks are idempotent.
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_ignore_result=True,
    # A worker holds one message beside the one that it works on: what it holds is lost when it is killed.
    worker_prefetch_multiplier=1,
    worker_hijack_root_logger=False,
    worker_send_task_events=False,
    worker_enable_remote_control=False,  # its replies would gather in the files' broker
    broker_connection_retry_on_startup=True,
    enable_utc=True,
    timezone="UTC",
    beat_schedule=SCHEDULE,
)
app.autodiscover_tasks()
worker_init.connect(use_steady_pool)
