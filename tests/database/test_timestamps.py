"""What a device with a wrong clock may say about when a record came."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from tests.database.conftest import PersonaDatabase
from tests.example_rows import PUBLIC, SETTINGS, put_files, row


@pytest.mark.parametrize("table", [*PUBLIC, *SETTINGS, "audition_announcements"])
def test_M4_a_record_from_a_device_whose_clock_is_ahead_is_dated_now(db: PersonaDatabase, table: str) -> None:
    """It stayed the newest: a payment account that was corrected from another device was shown to buyers."""
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    values = row(table, db.user_id("talent"), created_at=tomorrow, updated_at=tomorrow)
    put_files(db.sql, table, values, None)
    columns = ", ".join(values)
    (stored,) = db.run_as(
        "admin",
        f"insert into public.{table} ({columns})"
        f" select {columns} from jsonb_populate_record(null::public.{table}, %s::jsonb)"
        " returning created_at <= now() and updated_at <= now() as is_past",
        json.dumps(values),
    )
    assert stored == {"is_past": True}
