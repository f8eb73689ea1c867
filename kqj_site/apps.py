"""The assembly as a Django app, for its management commands and templates."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """The site itself."""

    name = "kqj_site"
    label = "site_assembly"
