"""The responses of the pages about games. No test may use the database, so the pages do not need it."""

import pytest

from games.rules import catalogue
from games.rules.card import sentences
from games.rules.game import Setup
from games.rules.words import plain_text
from tests.web.addresses import GAMES, HOME, NO_PAGE, PAGES


@pytest.mark.parametrize("address", PAGES)
def test_page_responds_without_cookies(client, address):
    response = client.get(address)
    assert response.status_code == 200
    assert response["Content-Type"] == "text/html; charset=utf-8"
    assert response["Content-Security-Policy"].startswith("default-src 'self';")
    assert "Set-Cookie" not in response
    assert "Cookie" not in response["Vary"]
    assert response.text.count("<h1>") == 1
    assert response.text.count("<script") == response.text.count("page/phone.js") == 1  # it sends unsent changes


@pytest.mark.parametrize("address", PAGES)
def test_unchanged_page_is_not_sent_again(client, address):
    first = client.get(address)
    assert first["Cache-Control"] == "public, no-cache"
    assert {"Accept-Language", "Accept-Encoding"} <= set(first["Vary"].split(", "))
    again = client.get(address, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_unchanged_compressed_page_is_not_sent_again(client):
    first = client.get(HOME, headers={"accept-encoding": "gzip"})
    assert first["Content-Encoding"] == "gzip"
    headers = {"accept-encoding": "gzip", "if-none-match": first["ETag"]}
    assert client.get(HOME, headers=headers).status_code == 304


def test_page_in_another_language_has_another_etag(client, pseudo):
    english = client.get(HOME)
    other = client.get(HOME, headers={"accept-language": pseudo, "if-none-match": english["ETag"]})
    assert other.status_code == 200
    assert '<html lang="en-GB">' in english.text
    assert f'<html lang="{pseudo}">' in other.text


def test_list_has_every_game(client):
    text = client.get(HOME).text
    for game, address in zip(catalogue.GAMES, GAMES, strict=True):
        assert f'href="{address}"' in text
        assert plain_text(game.name) in text
        assert game.aim in text


def test_game_page_has_rules_questions_and_options(client):
    for game, address in zip(catalogue.GAMES, GAMES, strict=True):
        text = client.get(address).text
        assert f"<h1>{plain_text(game.name)}</h1>" in text
        assert 'href="/games/"' in text
        setup = Setup(game, {}, game.players[0])
        for line in (game.aim, *[sentence.words(setup).translated(plain_text) for sentence in sentences(setup)]):
            assert line.replace("'", "&#39;") in text
        for part in game.parts:
            assert plain_text(part.label).replace("'", "&#39;") in text
        for item in (*game.questions, *game.options):
            assert plain_text(item.label).replace("'", "&#39;") in text
            assert item.help.replace("'", "&#39;") in text
        assert text.count('class="default"') == len(game.options)


def test_unknown_game_is_not_found(client):
    response = client.get(NO_PAGE)
    assert response.status_code == 404
    assert "Page not found" in response.text
    assert "look.css" in response.text


@pytest.mark.parametrize("address", [HOME, GAMES[0]])
def test_pages_refuse_post_requests(client, address):
    assert client.post(address).status_code == 405
