"""The addresses of playing."""

from django.urls import path

from games.views import audit, faults, history, invites, lobby, matches, players, sleep, tables, texts

app_name = "games"
urlpatterns = [
    path("", lobby.lobby, name="lobby"),
    path("lobby/tables", lobby.lobby_tables, name="lobby_tables"),
    path("play-now", tables.play_now, name="play_now"),
    path("tables/new", tables.table_new, name="table_new"),
    path("tables/estimate", tables.table_estimate, name="table_estimate"),
    path("tables/<int:table_id>/", tables.table, name="table"),
    path("tables/<int:table_id>/sit", tables.sit_down, name="table_sit"),
    path("tables/<int:table_id>/invite/", invites.invite_page, name="invite"),
    path("tables/<int:table_id>/invite.svg", invites.invite_code, name="invite_code"),
    path("tables/<int:table_id>/invite/<int:friend_id>", invites.invite_friend, name="invite_friend"),
    path("tables/<int:table_id>/decline", invites.decline_invitation, name="invite_decline"),
    path("matches/", matches.my_matches, name="matches"),
    path("matches/<int:match_id>/", matches.match, name="match"),
    path("matches/<int:match_id>/what-happened/", audit.what_happened, name="what_happened"),
    path("matches/<int:match_id>/record.json", matches.match_record, name="match_record"),
    path("matches/<int:match_id>/rating.json", matches.match_rating, name="match_rating"),
    path("players/", players.players, name="players"),
    path("players/search", players.player_search, name="player_search"),
    path("players/<str:name>/", players.player, name="player"),
    path("players/<str:name>/matches/", history.player_matches, name="player_matches"),
    path("players/<str:name>/matches.csv", history.matches_csv, name="player_matches_csv"),
    path("players/<str:name>/records.jsonl", history.match_records, name="player_records"),
    path("statistics/", players.site_statistics, name="statistics"),
    path("rules/", texts.rules, name="rules"),
    path("learn/", texts.learn, name="learn"),
    path("help/", texts.help_page, name="help"),
    path("about/", texts.about, name="about"),
    path("sleeping-hours", sleep.sleep_hours, name="sleep_hours"),
    path("report", faults.report, name="report"),
    path("robots.txt", texts.robots, name="robots"),
]
