"""All addresses of the site."""

from importlib.util import find_spec

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.i18n import JavaScriptCatalog

from kqj_site import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", views.healthz, name="healthz"),
    path("jsi18n/", JavaScriptCatalog.as_view(), name="jsi18n"),
    path("admin/", admin.site.urls),
]
for prefix, module in (("accounts/", "accounts.urls"), ("api/v1/", "games.api.urls"), ("", "games.urls")):
    if find_spec(module.rpartition(".")[0]) and find_spec(module):  # until all are there
        urlpatterns.append(path(prefix, include(module)))
handler400 = "kqj_site.views.bad_request"
handler403 = "kqj_site.views.permission_denied"
handler404 = "kqj_site.views.page_not_found"
handler500 = "kqj_site.views.server_error"
