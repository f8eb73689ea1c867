"""The format that pairs the rounds of a league or a duplicate event, by its settings."""

from dataclasses import replace

from tournaments.rules.contract import Event
from tournaments.rules.errors import SettingsError
from tournaments.rules.round_robin import RoundRobin
from tournaments.rules.settings import Settings
from tournaments.rules.swiss_individuals import SwissIndividuals
from tournaments.rules.swiss_teams import SwissTeams

Base = SwissIndividuals | SwissTeams | RoundRobin
SINGLE = "single"


def base_of(settings: Settings) -> Base:
    """Return the format that pairs the rounds."""
    if settings.base == "round_robin":
        return RoundRobin()
    return SwissTeams() if settings.entry == "teams" else SwissIndividuals()


def check_base(settings: Settings) -> Settings:
    """Return the settings, with one round where one was asked for.

    Raises:
        SettingsError: a round robin of individuals.
    """
    if settings.base == "round_robin" and settings.entry != "teams":
        message = "a round robin is for teams: choose Swiss for individuals"
        raise SettingsError("bad_settings", message, params={"key": "base"})
    return replace(settings, rounds=1) if settings.base == SINGLE else settings


def count_rounds(event: Event) -> int | None:
    """Return how many rounds the base plays."""
    return base_of(event.settings).round_count(event)
