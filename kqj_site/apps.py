"""The assembly as a Django app, for its management commands and templates."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """The site itself."""

    name = "kqj_site"
    label = "site_assembly"

    def ready(self) -> None:
        """Make our Celery application the current one, so that apps send tasks without importing the assembly."""
        from kqj_site import celery  # noqa: F401  # after the settings are there
