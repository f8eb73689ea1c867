"""What the games app tells the apps above it."""

from django.dispatch import Signal

match_finished = Signal()
"""Sent once for each match when its results are committed, with `match_id`. Receivers only queue idempotent tasks."""
