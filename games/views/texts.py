"""Pages that are read: rules, first steps, help, about."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine import registry


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rules of the game that the site is about, the first registered."""
    return render(request, f"games/{registry.keys()[0]}/rules.html")


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """Show the first steps, where the course will be."""
    return render(request, f"games/{registry.keys()[0]}/learn.html")


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """Show the keys, and what the signs mean."""
    return render(request, "games/help.html")


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Tell what the site is."""
    return render(request, "games/about.html")


@require_safe
def robots(_request: HttpRequest) -> HttpResponse:
    """Ask search engines to leave tables, matches and accounts alone."""
    paths = ("/accounts/", "/admin/", "/api/", "/lobby/", "/matches/", "/report", "/tables/")
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in paths), ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")
