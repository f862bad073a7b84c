"""The casting desk over HTTP: drafts that nobody finds, and two administrators who announce at once."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack
from itertools import product
from uuid import uuid4

import httpx

from tests.conftest import Shop
from tests.events.test_changes import notify, open_stream
from tests.example_rows import put, row

# What might tell of a draft: filters, orders, embeds from every side, counts, casts, names of schemas, logs.
ATTACKS = """
/rest/v1/casting_decisions?select=*
/rest/v1/casting_decisions?select=count()
/rest/v1/casting_decisions?select=note::integer
/rest/v1/casting_decisions?decision=eq.accept&order=note
/rest/v1/casting_decisions?or=(note.like.S*,tags.cs.["tall"])
/rest/v1/casting_decisions?registration_uuid=eq.{mine}&limit=0
/rest/v1/announcement_texts?en=fts.welcome
/rest/v1/event_registrations?uuid=eq.{mine}&select=uuid,casting_decisions(*)
/rest/v1/event_registrations?uuid=eq.{mine}&select=uuid,casting_decisions(count)
/rest/v1/event_registrations?uuid=eq.{mine}&select=uuid,casting_decisions!inner(uuid)
/rest/v1/event_registrations?uuid=eq.{mine}&select=uuid&casting_decisions=not.is.null
/rest/v1/event_registrations?uuid=eq.{mine}&select=uuid,...casting_decisions(decision)
/rest/v1/event_registrations?uuid=eq.{mine}&select=uuid,casting_decisions(uuid)&casting_decisions.order=decision.desc
/rest/v1/events?uuid=eq.{event}&select=uuid,announcement_texts(*),slots(*)
/rest/v1/slots?event_uuid=eq.{event}&select=uuid,casting_decisions!casting_decisions_audition_slot_is_a_slot(*)
/rest/v1/audition_registrations?uuid=eq.{mine}&select=uuid,event_registrations(casting_decisions(*))
/rest/v1/audit_log?record_id=eq.{mine}
/rest/v1/event_announcements?registration_uuid=eq.{mine}
/rest/v1/passes?registration_uuid=eq.{mine}
/rest/v1/private.casting_decisions?select=*
"""
NO_FEE = {"opens_at": "2020-01-01T00:00:00Z", "fee": 0, "days": []}


def create_casting(shop: Shop, *people: str) -> tuple[str, list[str]]:
    """An event for which these people have registered."""
    event = put(shop.sql, "events", row("events", "", **NO_FEE))
    registrations = []
    for number, person in enumerate(people, 1):
        uuid = str(uuid4())
        joined = row(
            "event_registrations", person, uuid=uuid, registration_uuid=uuid, event_uuid=event, number=number
        )
        registrations.append(put(shop.sql, "event_registrations", joined))
    return event, registrations


def call(client: httpx.Client, name: str, **args: object) -> httpx.Response:
    return client.post(f"/rest/v1/rpc/{name}", json=args)


def delete_event(shop: Shop, event: str) -> None:
    """Leave no row of an event behind."""
    of_event = "select uuid from public.event_registrations where event_uuid = %s"
    shop.sql(
        "delete from public.audition_announcements where uuid in "
        "(select announcement_uuid from public.event_announcements where event_uuid = %s)",
        event,
    )
    shop.sql(f"delete from public.audition_registrations where uuid in ({of_event})", event)
    shop.sql("delete from public.event_registrations where event_uuid = %s", event)
    shop.sql("delete from public.events where uuid = %s", event)


def test_Y37_tom_and_lea_find_no_draft_through_the_data_api(shop: Shop) -> None:
    tom = shop.persona("talent")
    event, (mine,) = create_casting(shop, tom.user_id)
    with shop.client(shop.token("admin")) as ada:
        decided = call(
            ada, "decide", registration_uuids=[mine], changes={"decision": "accept", "note": "Star"}
        )
        assert decided.status_code == 200, decided.text
        assert [one["decision"] for one in ada.get("/rest/v1/casting_decisions?decision=eq.accept").json()]
    asked = (
        "casting_decisions?select=*",
        "casting_decisions?decision=eq.accept",
        "casting_decisions?note=like.S*&order=decision.desc",
        "announcement_texts?select=*",
        f"event_announcements?registration_uuid=eq.{mine}",
        f"passes?registration_uuid=eq.{mine}",
        (
            f"event_registrations?uuid=eq.{mine}&select=uuid,casting_decisions!inner(decision)"
            "&casting_decisions.decision=eq.accept"
        ),
    )
    for role in ("talent", "leadership"):
        with shop.client(shop.token(role)) as client:
            for query in asked:
                answer = client.get(f"/rest/v1/{query}", headers={"Prefer": "count=exact"})
                assert (answer.status_code, answer.json()) == (200, []), (role, query)
                assert answer.headers["content-range"] == "*/0"
            embedded = client.get(
                f"/rest/v1/event_registrations?uuid=eq.{mine}&select=uuid,casting_decisions(*)"
            )
            assert embedded.json() == [{"uuid": mine, "casting_decisions": []}]
            for name in ("preview_announcement", "casting_results"):
                assert call(client, name, event_uuid=event).status_code == 403
            refused = call(client, "announce", event_uuid=event, accepted=1, declined=0)
            assert refused.status_code == 403
    with shop.client() as anna:
        assert anna.get("/rest/v1/casting_decisions").status_code == 401
    delete_event(shop, event)


def test_Y35_what_tom_and_lea_read_of_an_unpublished_event_is_told_to_nobody_else(shop: Shop) -> None:
    tom = shop.persona("talent").user_id
    event, _ = create_casting(shop, tom)
    shop.sql("update public.events set published = false where uuid = %s", event)
    stranger = shop.account("talent").token
    for token in (shop.token("talent"), shop.token("leadership"), None, stranger) * 2:
        with shop.client(token) as client:
            answer = client.get(f"/rest/v1/events?uuid=eq.{event}&select=uuid")
        is_known = token not in (None, stranger)
        assert answer.json() == ([{"uuid": event}] if is_known else [])
        assert ("public" in answer.headers.get("cache-control", "")) is (token is None)
    delete_event(shop, event)


def parse_facts(answer: httpx.Response) -> tuple[int, bytes, str | None]:
    return answer.status_code, answer.content, answer.headers.get("content-range")


def test_Y37_whatever_an_attacker_asks_is_answered_as_without_drafts(shop: Shop) -> None:
    tom = shop.persona("talent")
    event, (mine,) = create_casting(shop, tom.user_id)
    reads = ATTACKS.format(event=event, mine=mine).split()
    counted = [{}, *({"Prefer": f"count={how}"} for how in ("exact", "planned", "estimated"))]
    people = [shop.client(shop.token(role)) for role in ("none", "talent", "leadership")] + [shop.client()]

    def answers() -> list[tuple[int, bytes, str | None]]:
        everything = []
        for client in people:
            for path, prefer in product(reads, counted):
                everything += [
                    parse_facts(client.request(verb, path, headers=prefer)) for verb in ("GET", "HEAD")
                ]
            everything.append(parse_facts(call(client, "my_data")))
        return everything

    with ExitStack() as stack, shop.client(shop.token("admin")) as ada:
        for client in people:
            stack.enter_context(client)
        before = answers()
        draft = {"decision": "accept", "note": "Star", "tags": ["tall"]}
        text = {"event_uuid": event, "accepted": True, "en": "Welcome, {name}", "id": None}
        assert call(ada, "decide", registration_uuids=[mine], changes=draft).is_success
        assert call(ada, "keep_announcement_text", **text).is_success
        seen = [ada.get(path) for path in reads]
        assert any(b"Star" in one.content for one in seen)
        assert not any("etag" in one.headers for one in seen), "a tag would say whether they are the same"
        assert answers() == before
        preview = call(ada, "preview_announcement", event_uuid=event).json()
        assert preview["due"]["accepted"] == 1
    delete_event(shop, event)


async def test_Y37_the_event_stream_says_nothing_of_drafts_but_to_ada(shop: Shop) -> None:
    tom, lea, ada = (shop.account(role) for role in ("talent", "leadership", "admin"))
    event, (mine,) = create_casting(shop, tom.user_id)
    async with AsyncExitStack() as stack:
        of_tom, of_lea, of_ada = [
            await stack.enter_async_context(open_stream(shop, one.token)) for one in (tom, lea, ada)
        ]
        with shop.client(ada.token) as client:
            assert call(
                client, "decide", registration_uuids=[mine], changes={"decision": "accept"}
            ).is_success
            scored = call(client, "score_registration", registration_uuid=mine, changes={"score": 4})
            assert scored.status_code == 204, scored.text
        notify(shop)
        casting_tables = {"casting_decisions", "casting_scores"}
        assert casting_tables & await of_tom.read_until() == set()
        assert casting_tables & await of_lea.read_until() == {"casting_scores"}
        assert casting_tables & await of_ada.read_until() == casting_tables
    delete_event(shop, event)


def test_Y37_two_administrators_who_press_at_once_announce_once(shop: Shop) -> None:
    people = [shop.user_id("talent")] * 20
    event, registrations = create_casting(shop, *people)
    with shop.client(shop.token("admin")) as ada:
        call(
            ada, "decide", registration_uuids=registrations, changes={"decision": "accept"}
        ).raise_for_status()
        with ThreadPoolExecutor(4) as pool:
            pressed = [
                pool.submit(call, ada, "announce", event_uuid=event, accepted=20, declined=0)
                for _ in range(4)
            ]
        counted = sorted(one.result().json()["accepted"] for one in pressed)
    assert counted == [0, 0, 0, 20]
    made = "select count(*) from public.event_announcements where event_uuid = %s"
    assert shop.sql(made, event) == [(20,)]
    delete_event(shop, event)
