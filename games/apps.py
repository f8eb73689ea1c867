"""The app of playing: tables, matches and what follows them."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Django's entry for the games app."""

    name = "games"
    verbose_name = _("Games")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the accounts app what playing holds about users, and see to what follows a match."""
        from accounts.providers import register_provider
        from games.services.account_data import PlayingData  # after the models are there
        from games.services.after_match import follow_matches

        register_provider(PlayingData())
        follow_matches()
