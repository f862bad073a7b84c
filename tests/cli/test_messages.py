"""The operator sees what became of each mail and push message, but not its text."""

import json

import pytest

from tests.cli.conftest import Runner
from tests.conftest import Shop

MESSAGE = """
insert into private.messages
    (outbox_id, user_id, way, kind, place, record, data, state, attempts, sent_at, error)
values ((random() * 1e9)::bigint, %s, %s, %s, 'transactions', gen_random_uuid(),
    '{"reason": "secret words"}', %s, %s, case when %s = 'sent' then now() end, %s)
"""


def insert_message(
    shop: Shop, receiver: str, way: str, state: str, attempts: int = 1, error: str | None = None
) -> None:
    shop.sql(MESSAGE, receiver, way, "order_accepted", state, attempts, state, error)


def test_Z13_what_became_of_each_message_is_listed_by_receiver_and_state_without_its_content(
    shop: Shop, run_in_shop: Runner
) -> None:
    tom, lea = shop.account("talent"), shop.account("leadership")
    insert_message(shop, tom.user_id, "mail", "sent", attempts=2)
    insert_message(shop, tom.user_id, "push", "dropped", error="the device is not subscribed any more")
    insert_message(shop, lea.user_id, "mail", "failed", error="550 no such\nmailbox")
    to_tom = run_in_shop("messages", "--receiver", tom.email.upper()).stdout
    assert f"  mail to {tom.email}, order_accepted: sent 20" in to_tom
    assert "; attempt 2" in to_tom
    assert (
        f"  push to {tom.email}, order_accepted: dropped; the device is not subscribed any more\n" in to_tom
    )
    assert lea.email not in to_tom
    failed = run_in_shop("messages", "--state", "failed", "--json").stdout
    assert [
        line["channel"] for line in map(json.loads, failed.splitlines()) if line["receiver"] == lea.email
    ] == ["mail"]
    assert tom.email not in failed
    everything = run_in_shop("messages", "--count", "100").stdout
    assert f"mail to {lea.email}, order_accepted: failed; 550 no such mailbox\n" in everything
    assert "secret words" not in to_tom + failed + everything


@pytest.mark.parametrize(("moment", "shown"), [("infinity", "9999-12-30"), ("-infinity", "1-01-02")])
def test_Z13_a_message_is_listed_whatever_times_the_owner_wrote(
    shop: Shop, run_in_shop: Runner, moment: str, shown: str
) -> None:
    tom = shop.account("talent")
    insert_message(shop, tom.user_id, "mail", "sent")
    times = "update private.messages set created_at = %s, sent_at = %s, next_attempt = %s where user_id = %s"
    shop.sql(times, moment, moment, moment, tom.user_id)
    line = run_in_shop("messages", "--receiver", tom.email).stdout
    assert line.startswith(f"{shown} 00:00  mail to {tom.email}, order_accepted: sent {shown} 00:00\n"), line


def test_Z13_a_shop_without_messages_says_so_and_an_unknown_state_is_refused(
    shop: Shop, run_in_shop: Runner
) -> None:
    assert run_in_shop("messages", "--receiver", "nobody@kain.id").stdout.startswith(
        "There is no such message"
    )
    refused = run_in_shop("messages", "--state", "lost")
    assert refused.returncode == 2
    assert "dropped" in refused.stderr


def test_Z13_where_no_shop_is_messages_and_psql_make_none(run: Runner) -> None:
    for words in (("messages",), ("psql",)):
        refused = run(*words)
        assert (refused.returncode, refused.stdout) == (1, "")
        assert refused.stderr.startswith("tapis: There is no shop in ")


def test_Z11_a_running_shop_of_an_earlier_version_is_one_sentence(shop: Shop, run_in_shop: Runner) -> None:
    ((told,),) = shop.sql("select obj_description('private.migrations'::regclass)")
    try:
        shop.sql("comment on table private.migrations is 'the newest is 0003_earlier.sql'")
        refused = run_in_shop("messages", "start")
    finally:
        shop.sql(f"comment on table private.migrations is '{told}'")
    assert refused.stderr == (
        "tapis: This database is older than this program: restart the shop, which migrates it.\n"
    )
