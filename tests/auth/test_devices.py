"""A device gets push messages only while the session lasts in which it was subscribed."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.auth.conftest import auth_client, refresh
from tests.cli.conftest import make_runner
from tests.conftest import PASSWORD, Account, Shop
from tests.example_rows import row

SUBSCRIBED = "select count(*)::int from public.push_subscriptions where user_id = %s"


def subscribe(shop: Shop, tom: Account, session: Mapping[str, Any], **more: str) -> httpx.Response:
    """Subscribe a device like the browser of a session."""
    device = {"user_id": tom.user_id} | row("push_subscriptions", tom.user_id) | more
    with shop.client(session["access_token"]) as client:
        return client.post("/rest/v1/push_subscriptions", json=device)


def count_toms_devices(shop: Shop, tom: Account) -> int:
    return int(shop.sql(SUBSCRIBED, tom.user_id)[0][0])


def sign_out(shop: Shop, session: Mapping[str, Any], scope: str) -> None:
    with auth_client(shop, session["access_token"]) as client:
        assert client.post(f"/logout?scope={scope}").status_code == 204


def sign_out_others(shop: Shop, tom: Account, _thief: Mapping[str, Any]) -> None:
    sign_out(shop, tom.session, "others")


def sign_out_here(shop: Shop, _tom: Account, thief: Mapping[str, Any]) -> None:
    sign_out(shop, thief, "local")


def change_password(shop: Shop, tom: Account, _thief: Mapping[str, Any]) -> None:
    with auth_client(shop, tom.token) as client:
        changed = client.put("/user", json={"password": "benang-emas", "current_password": PASSWORD})
        assert changed.status_code == 200


def ban_user(shop: Shop, tom: Account, _thief: Mapping[str, Any]) -> None:
    with auth_client(shop, shop.service_key) as client:
        assert client.put(f"/admin/users/{tom.user_id}", json={"ban_duration": "1h"}).status_code == 200


def reuse_refresh_token(shop: Shop, _tom: Account, thief: Mapping[str, Any]) -> None:
    with auth_client(shop) as client:
        newest = refresh(client, refresh(client, thief["refresh_token"]).json()["refresh_token"])
        assert newest.status_code == 200
        shop.sql("update auth.refresh_tokens set updated_at = updated_at - interval '1 hour' where revoked")
        assert refresh(client, thief["refresh_token"]).status_code == 400


@pytest.mark.parametrize(
    "end",
    [
        pytest.param(sign_out_others, id="from_another"),
        pytest.param(sign_out_here, id="from_this_one"),
        pytest.param(change_password, id="by_a_new_password"),
        pytest.param(ban_user, id="by_a_ban"),
        pytest.param(reuse_refresh_token, id="by_a_token_that_came_back"),
    ],
)
def test_Y17_a_device_is_told_nothing_after_its_session(
    shop: Shop, end: Callable[[Shop, Account, Mapping[str, Any]], None]
) -> None:
    tom = shop.account()
    thief = shop.sign_in(tom.email)
    assert subscribe(shop, tom, thief).status_code == 201
    assert count_toms_devices(shop, tom) == 1
    end(shop, tom, thief)
    assert count_toms_devices(shop, tom) == 0


# As an import leaves it, which brings devices and no sessions.
IMPORTED = """
set session_replication_role = replica;
update public.push_subscriptions set session_id = gen_random_uuid() where user_id = '{user_id}'
"""


def sign_out_everywhere(shop: Shop, tom: Account) -> None:
    sign_out(shop, tom.session, "global")


def sign_out_elsewhere(shop: Shop, tom: Account) -> None:
    sign_out(shop, tom.session, "others")


def get_password_of_the_owner(shop: Shop, tom: Account) -> None:
    made = make_runner(shop.data)("users", "password", tom.email, **shop.settings)
    assert made.returncode == 0, made.stderr


def lose_the_second_factor(shop: Shop, tom: Account) -> None:
    shop.sql(
        "insert into auth.mfa_factors (user_id, factor_type, status, secret)"
        " values (%s, 'totp', 'verified', 'x')",
        tom.user_id,
    )
    reset = make_runner(shop.data)("users", "reset-factor", tom.email, **shop.settings)
    assert reset.returncode == 0, reset.stderr


@pytest.mark.parametrize(
    "end",
    [sign_out_everywhere, sign_out_elsewhere, get_password_of_the_owner, lose_the_second_factor],
)
def test_Y17_an_imported_device_ends_with_all_sessions_of_its_person(
    shop: Shop, end: Callable[[Shop, Account], None]
) -> None:
    tom, lea = shop.account(), shop.account()
    for person in (tom, lea):
        endpoint = f"https://push.example/{person.user_id}"
        assert subscribe(shop, person, person.session, endpoint=endpoint).status_code == 201
        shop.sql(IMPORTED.format(user_id=person.user_id))
    end(shop, tom)
    assert (count_toms_devices(shop, tom), count_toms_devices(shop, lea)) == (0, 1)


def test_Y17_a_device_of_another_session_is_still_told(shop: Shop) -> None:
    tom = shop.account()
    subscribe(shop, tom, shop.sign_in(tom.email))
    assert subscribe(shop, tom, tom.session).status_code == 201
    sign_out(shop, tom.session, "others")
    assert count_toms_devices(shop, tom) == 1


def test_Y17_nobody_says_which_session_a_device_is_of(shop: Shop) -> None:
    tom = shop.account()
    assert subscribe(shop, tom, tom.session, session_id=str(uuid4())).status_code == 403
