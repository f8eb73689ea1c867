"""Tables for the load clients, made straight through the services."""

from accounts.services.guests import create_guest
from accounts.services.tokens import make_token
from games.services.tables import open_table, sit_down

ROUNDS = 30
"""The longest match there is, so that none ends while it is measured."""
SEATS = 6


def make_table() -> list[tuple[int, str]]:
    """Return the table's id with each seat's token."""
    guests = [create_guest() for _ in range(SEATS)]
    table = open_table(user=guests[0], options={"goal": None, "rounds": ROUNDS}, time_control="normal")
    for guest in guests[1:]:
        sit_down(table_id=table.pk, user=guest)
    return [(table.pk, make_token(user=guest, name="bench", scopes=["play"])[1]) for guest in guests]
