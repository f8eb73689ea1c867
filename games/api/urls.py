"""The addresses below /api/v1/, and the document that describes them."""

from typing import Any

from django.urls import path
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation

from games.api import audit, commands, entrance, events, matches, players, tables
from games.api.docs import DocsPage
from games.api.methods import refuse_methods_by_problem
from games.api.problems import MEDIA_TYPE, handle_problems

DESCRIPTION = "Play KQJ by program. Everything that the page at a table can do, these calls can do too."


class Api(NinjaAPI):
    """The API, whose document tells that refusals have a media type of their own."""

    _document: OpenAPISchema | None = None

    def get_openapi_schema(self, **kwargs: Any) -> OpenAPISchema:
        """Return the OpenAPI document; made once, for it takes as long as fifty other calls."""
        if self._document is None:
            self._document = self._make_document(**kwargs)
        return self._document

    def _make_document(self, **kwargs: Any) -> OpenAPISchema:
        schema = super().get_openapi_schema(**kwargs)
        for operations in schema["paths"].values():
            for operation in operations.values():
                for status, answer in operation["responses"].items():
                    if int(status) >= 400 and "application/json" in answer.get("content", {}):  # noqa: PLR2004
                        answer["content"][MEDIA_TYPE] = answer["content"].pop("application/json")
        return schema

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """Return the name of the call's function, which says what it does."""
        return operation.view_func.__name__


api = Api(title="KQJ", version="1", description=DESCRIPTION, urls_namespace="api", docs=DocsPage(), docs_url="/docs")
for module in (entrance, tables, commands, events, matches, players, audit):
    api.add_router("", module.router)
handle_problems(api)

urls = api.urls
refuse_methods_by_problem(urls[0])
urlpatterns = [path("", urls)]
