"""Reporting a fault."""

from http import HTTPStatus

from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import FaultReport
from games.services import faults
from tests.games.seated import make_table, make_user

REPORT = reverse("games:report")


def test_the_address_is_filled_in(client: Client) -> None:
    text = client.get(f"{REPORT}?from=/tables/7/").content.decode()
    assert 'value="http://testserver/tables/7/"' in text


def test_only_addresses_of_this_site_are_filled_in(client: Client) -> None:
    for bad in ("https://evil.example/", "//evil.example/x", "javascript:alert(1)"):
        text = client.get(REPORT, {"from": bad}).content.decode()
        assert "evil.example" not in text.replace("%3A", ":").split("<form class", 1)[1].split("</form>")[0]
        assert "javascript:alert" not in text.split("<form class", 1)[1].split("</form>")[0]


def test_a_report_is_stored_with_its_table(client: Client, member: User) -> None:
    table = make_table([make_user()])
    page = f"http://testserver/tables/{table.pk}/"
    url = f"{page}?invite=x"
    answer = client.post(REPORT, {"text": "The card came back.", "url": url}, headers={"User-Agent": "Probe/1"})
    assert answer.headers["Location"] == url
    report = FaultReport.objects.get()
    assert (report.user, report.table, report.url) == (member, table, page)
    assert (report.text, report.user_agent) == ("The card came back.", "Probe/1")


def test_strangers_report_too(client: Client) -> None:
    answer = client.post(REPORT, {"text": "Something broke.", "url": "/nowhere"}, follow=True)
    assert FaultReport.objects.get().user is None
    assert answer.status_code == HTTPStatus.NOT_FOUND
    answer = client.post(REPORT, {"text": "Something broke.", "url": ""}, follow=True)
    assert "Your report has arrived" in answer.content.decode()


def test_a_foreign_address_is_stored_but_never_gone_to(client: Client) -> None:
    answer = client.post(REPORT, {"text": "Look here.", "url": "https://evil.example/"})
    assert answer.headers["Location"] == "/"


def test_a_table_that_is_not_there_is_no_hindrance(client: Client) -> None:
    client.post(REPORT, {"text": "It was closed.", "url": "/tables/999999999999999999/"})
    assert FaultReport.objects.get().table is None


def test_an_empty_report_is_asked_for_again(client: Client) -> None:
    answer = client.post(REPORT, {"text": " ", "url": "/"})
    assert answer.status_code == HTTPStatus.BAD_REQUEST
    assert 'class="errorlist"' in answer.content.decode()
    assert not FaultReport.objects.exists()


def test_texts_are_shown_again_escaped(client: Client) -> None:
    text = client.post(REPORT, {"text": "<x>", "url": '"><script>'}).content.decode()
    assert "<x>" not in text
    assert '"><script>' not in text


def test_one_network_may_report_so_often(client: Client) -> None:
    for _ in range(faults.REPORT_RATE.count):
        client.post(REPORT, {"text": "Again and again.", "url": ""})
    answer = client.post(REPORT, {"text": "Again and again.", "url": ""})
    assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert FaultReport.objects.count() == faults.REPORT_RATE.count
    assert "try again in an hour" in answer.content.decode()
