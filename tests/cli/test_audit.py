"""The owner sees at the terminal who changed roles and payment accounts."""

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.cli.conftest import Runner, make_runner
from tests.conftest import Shop
from tests.example_rows import put, put_file, row, row_with_files


def test_a_role_that_the_owner_gives_is_recorded_as_the_command_lines_doing(
    shop: Shop, run_in_shop: Runner
) -> None:
    tom = shop.account("talent")
    run_in_shop("users", "role", tom.email, "leadership")
    newest = run_in_shop("audit", "--count", "1").stdout
    assert newest.endswith(f"  command line: update user_roles {tom.email} (role: talent → leadership)\n")
    entry = json.loads(run_in_shop("audit", "--count", "1", "--json").stdout)
    assert (entry["actor"], entry["person"]) == ("command line", None)
    assert (entry["before"]["role"], entry["after"]["role"]) == ("talent", "leadership")


def test_times_are_utc_whatever_the_zone_of_a_session(shop: Shop, run_in_shop: Runner) -> None:
    run_in_shop("users", "role", shop.account("talent").email, "leadership")
    for form, stamp in (((), "%Y-%m-%d %H:%M"), (("--json",), '{"created_at": "%Y-%m-%d %H:%M')):
        before = datetime.now(UTC) - timedelta(minutes=1)
        newest = run_in_shop("audit", "--count", "1", *form, PGTZ="Pacific/Kiritimati").stdout
        assert newest.startswith((before.strftime(stamp), datetime.now(UTC).strftime(stamp)))


def test_a_payment_account_that_ada_changes_says_so_with_old_and_new(shop: Shop, run_in_shop: Runner) -> None:
    ada = shop.account("admin")
    method = row_with_files(shop.sql, "payment_methods", "")
    path = f"/rest/v1/payment_methods?uuid=eq.{method['uuid']}"
    with shop.client(ada.token) as client:
        assert client.post("/rest/v1/payment_methods", json=method).status_code == 201
        assert client.patch(path, json={"account_number": "6\x1b[31m\n6"}).status_code == 204
        assert client.delete(path).status_code == 204
    deleted, changed, added = run_in_shop("audit", "--count", "3").stdout.splitlines()
    assert f"{ada.email}: insert payment_methods {method['uuid']} (" in added
    assert changed.endswith(
        f"{ada.email}: update payment_methods {method['uuid']} (account_number: 0000 → 6�[31m 6)"
    )
    assert f"{ada.email}: delete payment_methods" in deleted
    assert "account_number: 6�[31m 6 → –" in deleted


def test_Y20_an_order_and_a_picture_of_a_payment_method_are_told_on_one_line_each(
    shop: Shop, run_in_shop: Runner
) -> None:
    order = put(shop.sql, "transactions", row("transactions", shop.account("talent").user_id))
    shop.sql("update public.transactions set status = 'Accepted' where uuid = %s", order)
    shop.sql("delete from public.transactions where uuid = %s", order)
    filename = put_file(shop.sql, "payment-methods", None)
    lines = run_in_shop("audit", "--count", "4").stdout.splitlines()
    uploaded, deleted, changed = (line for line in lines if " payments " not in line)
    assert changed.endswith(f"postgres: update transactions {order} (status: Processed → Accepted)")
    assert " → –, invoice_image: kain-" in deleted
    assert uploaded.endswith(f"postgres: insert objects payment-methods/{filename}")


def test_Y20_a_price_that_somebody_changes_with_psql_is_told_of_orders_and_products(
    shop: Shop, run_in_shop: Runner
) -> None:
    product = put(shop.sql, "products", row("products", ""))
    order = put(shop.sql, "transactions", row("transactions", shop.account("talent").user_id))
    shop.sql("update public.products set price = price + 7 where uuid = %s", product)
    shop.sql("update public.products set description = 'Tenun' where uuid = %s", product)
    shop.sql("delete from public.products where uuid = %s", product)
    cheap = "jsonb_set(transactions, '{0,price}', '1')"
    shop.sql(f"update public.transactions set transactions = {cheap} where uuid = %s", order)
    ordered, deleted, changed = run_in_shop("audit", "--count", "3").stdout.splitlines()
    assert re.search(
        rf"postgres: update transactions {order} \(transactions: (\d+ × .+) at \d+ → \1 at 1\)$", ordered
    )
    assert "postgres: delete products " in deleted
    assert re.search(r"postgres: update products .+ \(price: (\d+) → (\d+)\)$", changed)


def test_a_shop_in_which_nothing_changed_says_so(data: Path) -> None:
    run = make_runner(data)
    assert run("audit").stdout == "Nothing has been changed yet.\n"
    assert run("audit", "--json").stdout == ""
