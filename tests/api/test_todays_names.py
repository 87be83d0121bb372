"""Sheets, documents and lists have the names that players have now. Events have those of then."""

from typing import Any

from tests.api.conftest import Caller


def player(caller: Caller, name: str) -> dict[str, str]:
    created = caller.post("players/", {"name": name}).json()["player"]
    return {"id": created["id"], "name": name}


def names_in(caller: Caller, match: str) -> list[Any]:
    sheet = caller.get(f"matches/{match}/sheet/").json()
    document = caller.get(f"matches/{match}/document/").json()
    one = caller.get(f"matches/{match}/").json()
    [listed] = caller.get("matches/").json()["matches"]
    return [
        [side["name"] for side in sheet["sides"]],
        [seat if isinstance(seat, str) else seat["name"] for seat in document["players"]],
        one["names"],
        one["sides"],
        listed["names"],
    ]


def test_a_new_name_is_on_every_sheet_and_list(owner: Caller, reader: Caller) -> None:
    ana, bia, ida = (player(owner, name) for name in ("Ana", "Bia", "Ida"))
    match = owner.started(players=[ana, bia])
    owner.dealt(match)
    addresses = [f"matches/{match}/{part}" for part in ("sheet/", "document/", "")]
    tags = [reader.get(address)["ETag"] for address in addresses]
    assert names_in(reader, match) == [["Ana", "Bia"]] * 5
    owner.patch(f"players/{ana['id']}/", {"name": "Anna"})
    owner.patch(f"players/{bia['id']}/", {"same_as": ida["id"]})
    for address, tag in zip(addresses, tags, strict=True):
        changed = reader.get(address, headers={"if-none-match": tag})
        assert changed.status_code == 200, address
        assert reader.get(address, headers={"if-none-match": changed["ETag"]}).status_code == 304
    assert names_in(reader, match) == [["Anna", "Ida"]] * 5
    seats = reader.get(f"matches/{match}/document/").json()["players"]
    assert [seat["id"] for seat in seats] == [ana["id"], bia["id"]]  # ids tell who sat there
    events = reader.get("events/").json()["events"]
    [start] = [event for event in events if event["kind"] == "start"]
    assert [seat["name"] for seat in start["data"]["players"]] == ["Ana", "Bia"]
    [begun, *_rest] = reader.get(f"matches/{match}/history/").json()["events"]
    assert begun["data"]["players"] == [ana, bia]


def test_an_answer_to_a_save_has_the_names_of_now(owner: Caller) -> None:
    ana, bia = player(owner, "Ana"), player(owner, "Bia")
    match = owner.started(players=[ana, bia])
    owner.patch(f"players/{ana['id']}/", {"name": "Anna"})
    saved = owner.post(f"matches/{match}/deals/", {"answers": {"points": [71, 49]}}).json()
    assert saved["sheet"]["sides"][0]["name"] == "Anna"


def test_a_name_without_a_player_stays(owner: Caller) -> None:
    match = owner.started()
    assert names_in(owner, match) == [["Eleni", "Deniz"]] * 5
