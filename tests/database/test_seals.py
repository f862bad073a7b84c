"""Every order has a seal that says what the order said when the shop last wrote it."""

import pytest

from tests.database.conftest import PersonaDatabase
from tests.example_rows import put, row

SEALED = """
select o.uuid::text, s.sha256 = private.seal_of(o)
from public.transactions o full join private.order_seals s using (uuid) where coalesce(o.uuid, s.uuid) = %s
"""


@pytest.fixture
def order(db: PersonaDatabase) -> str:
    """Tom's order."""
    return put(db.sql, "transactions", row("transactions", db.user_id("talent")))


def test_Z8_an_order_is_sealed_when_it_is_taken(db: PersonaDatabase, order: str) -> None:
    assert [*db.sql(SEALED, order)] == [(order, True)]


def test_Z8_what_ada_changes_is_sealed_anew(db: PersonaDatabase, order: str) -> None:
    before = db.sql("select sha256 from private.order_seals where uuid = %s", order)
    db.run_as("admin", "update public.transactions set status = 'Accepted' where uuid = %s", order)
    assert [*db.sql(SEALED, order)] == [(order, True)]
    assert db.sql("select sha256 from private.order_seals where uuid = %s", order) != before


PRICE = (
    "update public.transactions set transactions = jsonb_set(transactions, '{0,price}', '1') where uuid = %s"
)


def test_Z14_a_price_that_is_changed_past_the_shop_breaks_the_seal_and_no_decision_mends_it(
    db: PersonaDatabase, order: str
) -> None:
    db.sql(PRICE, order)
    assert [*db.sql(SEALED, order)] == [(order, False)]
    db.run_as("admin", "update public.transactions set status = 'Accepted' where uuid = %s", order)
    assert [*db.sql(SEALED, order)] == [(order, False)]
    db.run_as("admin", PRICE, order)  # who saves it in the admin area says that it is right
    assert [*db.sql(SEALED, order)] == [(order, True)]


def test_Z14_commands_of_tapis_seal_what_they_change(db: PersonaDatabase, order: str) -> None:
    db.sql("select set_config('application_name', 'tapis', true)")
    db.sql(PRICE, order)
    assert [*db.sql(SEALED, order)] == [(order, True)]


def test_Z8_a_deleted_order_leaves_no_seal(db: PersonaDatabase, order: str) -> None:
    db.sql("delete from public.transactions where uuid = %s", order)
    assert [*db.sql(SEALED, order)] == []


@pytest.mark.parametrize(
    "change",
    [
        "uuid = gen_random_uuid()",
        "user_id = gen_random_uuid()",
        "transactions = jsonb_set(transactions, '{0,price}', '1')",
        "invoice_image = jsonb_set(invoice_image, '{filename}', '\"other.jpg\"')",
        "status = 'Rejected'",
        "created_at = created_at - interval '1 microsecond'",
        "updated_at = updated_at + interval '1 microsecond'",
    ],
)
def test_Z8_a_seal_covers_everything_an_order_says(db: PersonaDatabase, order: str, change: str) -> None:
    db.sql("set local session_replication_role = replica")  # past every trigger
    db.sql(f"update public.transactions set {change} where uuid = %s", order)
    unlike = db.sql(
        "select 1 from public.transactions o full join private.order_seals s using (uuid) "
        "where s.sha256 is distinct from private.seal_of(o)"
    )
    assert unlike


def test_Z8_a_seal_is_the_same_in_every_time_zone(db: PersonaDatabase, order: str) -> None:
    for zone in ("UTC", "Asia/Jakarta", "America/St_Johns"):
        db.sql(f"set local timezone = '{zone}'")
        assert [*db.sql(SEALED, order)] == [(order, True)]
