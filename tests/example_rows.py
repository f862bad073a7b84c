"""A valid row of each table, as the front end sends it, and a harmless change to it."""

import json
from collections.abc import Callable, Sequence
from typing import Any
from uuid import uuid4

from tests.declared_pictures import FOLDER_OF_PROOFS, FOLDERS

Row = dict[str, Any]
Sql = Callable[..., Sequence[tuple[Any, ...]]]

PUBLIC = (
    "slides",
    "about_us_section",
    "about_us",
    "gallery",
    "products",
    "payment_methods",
    "delivery_ways",
    "events",
)
OWNED = ("audition_registrations", "audition_announcements", "transactions")
TABLES = PUBLIC + OWNED
# Tables of which everybody has one row.
ONE_EACH = ("delivery_details", "notification_choices")
# The column by which rows are known where it is not uuid.
KEYS = dict.fromkeys(ONE_EACH, "user_id") | {
    "order_deliveries": "order_uuid",
    "parcels": "order_uuid",
    "order_notes": "order_uuid",
    "payments": "record",
    "statement_formats": "fingerprint",
    "reconciliations": "line_uuid",
    "event_announcements": "announcement_uuid",
    "passes": "registration_uuid",
    "check_ins": "nonce",
    "stage_calls": "event_uuid",
}
# Where orders go: a person's, what an order keeps of them, and what was sent.
DELIVERIES = ("delivery_details", "order_deliveries", "parcels")
# What is to be paid, and what was decided; written by the database alone.
PAYMENTS = ("payments", "refunds")
# The bank's statements; written by functions.
STATEMENTS = ("statement_lines", "statement_formats", "reconciliations")
# Castings: what talents read of themselves, and what the jury and administrators read; written by functions.
CASTING_OWN = ("event_registrations", "event_announcements", "passes", "check_ins", "casting_scores")
CASTING = (*CASTING_OWN, "casting_decisions", "announcement_texts", "slots", "stage_calls")
# The columns that people may read of a table, where those are not all.
READABLE = {"check_ins": "nonce,event_uuid,registration_uuid,user_id,answer,scanned_at,stored_at"}
# What administrators write for themselves.
NOTES = ("order_notes",)
# Where, how and of what people are told.
NOTIFICATIONS = ("notification_choices", "push_subscriptions", "wishes")
# What the shop says of itself: of these tables there is one row for everybody.
SETTINGS = ("shop_settings",)
# Tables with a column user_id.
OF_PEOPLE = OWNED + DELIVERIES + PAYMENTS + CASTING_OWN + NOTIFICATIONS
# Every table that people reach, but for logs.
STORED = TABLES + SETTINGS + DELIVERIES + PAYMENTS + STATEMENTS + CASTING + NOTES + NOTIFICATIONS
# Written by the database alone, and only added to.
LOGS = ("audit_log",)
# A view → the table that its rows are stored in.
VIEWS = {"audition_announcements_with_registrant": "audition_announcements"}
# Views of sums, of names and of what waits, which show no rows of a table.
FIGURES = (
    "best_products",
    "decided_reviews",
    "low_stock",
    "orders_by_day",
    "product_categories",
    "product_sizes",
    "registrations_by_day",
    "review_queue",
    "shop_facts",
    "unanswered_registrations",
    "unsent_orders",
)

# What a client's clock said; nobody's row was really made then.
LONG_AGO = "2001-01-01T00:00:00+00:00"
TIMES = {"created_at": LONG_AGO, "updated_at": LONG_AGO}


def image(filename: str | None = None) -> Row:
    """An image value; its file need not exist, and its address is the database's to write."""
    name = filename or f"kain-{uuid4()}.jpg"
    return {"filename": name, "title": "kain", "url": f"https://evil.example/phish?{name}#"}


def line(product: str, price: Any = 150_000, **changes: Any) -> Row:
    """A cart line of one product."""
    return {
        "uuid": product,
        "heading": "Selendang",
        "price": price,
        "category": "Kain",
        "image": image(),
        "checked": True,
        "quantity_to_buy": 2,
        "inserted_at": "2026-11-20T10:00:00.000Z",
    } | changes


# What one row of a table holds beside uuid and user_id. What is None here may be empty, and nothing else.
FIELDS: dict[str, Callable[[], Row]] = {
    "slides": lambda: {
        "title": "Musim baru",
        "image": image(),
        "translations": {"id": {"title": "Musim baru"}},
        "sort_time": None,
        "focus_x": 50,
        "focus_y": 0,
        "link": None,
    },
    "about_us_section": lambda: {
        "image": image(),
        "heading": None,
        "sub_heading": None,
        "description": "Two\nlines",
        "translations": {},
    },
    "about_us": lambda: {
        "heading": "About us",
        "sub_heading": None,
        "description": "Two\nlines",
        "translations": {},
    },
    "gallery": lambda: {
        "image": image(),
        "heading": "Malam",
        "sub_heading": "Lampung",
        "description": None,
        "translations": {},
        "sort_time": None,
    },
    "products": lambda: {
        "image": image(),
        "heading": "Selendang",
        "sub_heading": "Sutra",
        "category": "Kain",
        "description": None,
        "price": 150_000,
        "sizes": [],
        "pictures": [],
        "translations": {},
        "weight": None,
        "hidden": False,
        "price_before": None,
        "few_from": None,
    },
    "payment_methods": lambda: {
        "pathname": "/shopping-cart",
        "payment_account": "Bank",
        "account_number": "0000",
        "qris_image": image(),
        "full_name": "Ada",
        "fee": None,
        "deadline": None,
        "qris": None,
        "ceiling": 10_000_000,
        "exact_amounts": False,
    },
    "delivery_ways": lambda: {
        "name": "Kurir Lampung",
        "kind": "courier",
        "description": None,
        "areas": ["Lampung"],
        "price": 12_000,
        "per_kilogram": True,
        "free_from": None,
        "days_from": None,
        "days_to": None,
        "default_weight": 500,
        "tracking_page": None,
    },
    "shop_settings": lambda: {
        "translations": {},
        "uuid": "00000000-0000-4000-8000-000000000001",
        "name": None,
        "tagline": None,
        "address": None,
        "phone": None,
        "whatsapp": None,
        "social_links": None,
        "opening_hours": None,
        "delivery_and_returns": None,
        "size_chart": None,
        "how_to_pay": None,
        "questions": None,
        "default_language": None,
        "default_weight": None,
    },
    "events": lambda: {
        "name": "Malam Tapis",
        "story": None,
        "image": image(),
        "pictures": [],
        "places": [{"name": "Gedung Seni", "address": "Jl. Sriwijaya 1", "map": "https://maps.example/1"}],
        "days": [
            {"kind": "show", "date": "2026-12-12", "from": "19:00", "until": "22:00", "place": "Gedung Seni"}
        ],
        "opens_at": None,
        "closes_at": None,
        "fee": None,
        "sought": None,
        "asked": ["whatsapp", "experience"],
        "published": True,
        "forget_after_days": None,
        "translations": {},
    },
    "audition_registrations": lambda: {
        "name": "Tom",
        "place_and_date_of_birth": "Metro, 1 May 2004",
        "address": "Jl. Pucuk Rebung 1",
        "age": 22,
        "body_weight": 60,
        "height": 175,
        "comcard_image": image(),
        "invoice_image": image(),
    },
    "audition_announcements": lambda: {
        "audition_status": True,
        "training_time": None,
        "rehearsal_time": None,
        "audition_time": None,
    },
    "transactions": lambda: {
        "transactions": [line(str(uuid4()))],
        "invoice_image": image(),
        "status": "Processed",
        "delivery_way": None,
    },
    "delivery_details": lambda: {
        "name": "Tom",
        "whatsapp": "6281234567890",
        "address": "Jl. Pucuk Rebung 1, Metro",
        "note": None,
        "province": None,
        "city": None,
    },
    "notification_choices": lambda: {"mail": True, "language": "id"},
    "order_deliveries": lambda: {
        "name": "Tom",
        "whatsapp": None,
        "address": None,
        "note": None,
        "province": None,
        "city": None,
    },
    "parcels": lambda: {"courier": "JNE", "tracking_number": "JP1234567890", "sent_at": LONG_AGO},
    "order_notes": lambda: {"note": "Wrap it as a gift"},
    "event_registrations": lambda: {
        "event_uuid": str(uuid4()),
        "number": 1,
        "answers": {"whatsapp": "6281234567890"},
        "created_at": LONG_AGO,
    },
    "event_announcements": lambda: {
        "registration_uuid": str(uuid4()),
        "event_uuid": str(uuid4()),
        "round": "selection",
        "accepted": True,
        "announced_at": LONG_AGO,
    },
    "passes": lambda: {
        "event_uuid": str(uuid4()),
        "number": 1,
        "token": str(uuid4()),
        "created_at": LONG_AGO,
    },
    "check_ins": lambda: {
        "event_uuid": str(uuid4()),
        "answer": "valid",
        "scanned_at": LONG_AGO,
        "stored_at": LONG_AGO,
    },
    "casting_scores": lambda: {"registration_uuid": str(uuid4()), "round": "selection", "score": 4},
    "casting_decisions": lambda: {"registration_uuid": str(uuid4()), "round": "selection", "tags": []},
    "announcement_texts": lambda: {
        "event_uuid": str(uuid4()),
        "round": "selection",
        "accepted": True,
        "id": "Selamat, {name}!",
    },
    "slots": lambda: {
        "event_uuid": str(uuid4()),
        "kind": "audition",
        "starts_at": LONG_AGO,
        "ends_at": "2001-01-01T01:00:00+00:00",
        "capacity": 3,
        "place": "Gedung Seni",
    },
    "stage_calls": lambda: {"registration_uuid": str(uuid4()), "called_at": LONG_AGO},
    "push_subscriptions": lambda: {
        "endpoint": f"https://push.tapis.example/{uuid4()}",
        "p256dh": "B" + "A" * 86,
        "auth": "A" * 22,
        "language": "id",
    },
    "wishes": lambda: {"product_uuid": str(uuid4()), "awaited_size": "M"},
    "payments": lambda: {
        "place": "transactions",
        "total": 300_000,
        "amount": 299_999,
        "state": "waiting",
        "created_at": LONG_AGO,
    },
    "statement_lines": lambda: {
        "account": "0123456789",
        "booked_on": "2026-11-21",
        "amount": 850_017,
        "description": f"Transfer {uuid4()}",
        "place_of_day": 1,
        "imported_at": LONG_AGO,
    },
    "statement_formats": lambda: {"format": {"date": 0}, "account": "0123456789", "updated_at": LONG_AGO},
    "refunds": lambda: {
        "place": "transactions",
        "record": str(uuid4()),
        "amount": 1_000,
        "refunded_on": "2026-11-21",
        "way": "BCA",
        "created_at": LONG_AGO,
    },
    "reconciliations": lambda: {
        "place": "transactions",
        "record": str(uuid4()),
        "amount": 850_017,
        "reconciled_at": LONG_AGO,
    },
    "audit_log": lambda: {
        "actor": "authenticated",
        "actor_id": str(uuid4()),
        "place": "user_roles",
        "record_id": str(uuid4()),
        "action": "insert",
        "after": {"role": "talent"},
    },
}

# One value that no example has, so that an edit can be seen.
CHANGED: dict[str, Row] = {
    "slides": {"title": "Changed", "sort_time": LONG_AGO},
    "about_us_section": {"description": "Changed"},
    "about_us": {"description": "Changed"},
    "gallery": {"heading": "Changed", "sort_time": LONG_AGO},
    "products": {"price": 1},
    "payment_methods": {"account_number": "1"},
    "delivery_ways": {"price": 1},
    "shop_settings": {"opening_hours": "Changed"},
    "events": {"name": "Changed"},
    "audition_registrations": {"age": 99},
    "audition_announcements": {"audition_status": False},
    "transactions": {"status": "Finished"},
    "delivery_details": {"address": "Changed"},
    "notification_choices": {"mail": False},
    "order_deliveries": {"address": "Changed"},
    "parcels": {"tracking_number": "Changed"},
    "order_notes": {"note": "Changed"},
    "event_registrations": {"number": 2},
    "event_announcements": {"accepted": False},
    "passes": {"number": 2},
    "check_ins": {"answer": "declined"},
    "casting_scores": {"score": 1},
    "casting_decisions": {"decision": "accept"},
    "announcement_texts": {"en": "Changed"},
    "slots": {"capacity": 1},
    "stage_calls": {"called_at": "2026-11-21T00:00:00+00:00"},
    "push_subscriptions": {"language": "en"},
    "wishes": {"awaited_size": "L"},
    "payments": {"amount": 1},
    "refunds": {"amount": 1},
    "statement_lines": {"amount": 1},
    "statement_formats": {"account": "1"},
    "reconciliations": {"reconciled_at": "2026-11-21T00:00:00+00:00"},
    "audit_log": {"actor": "nobody"},
}


def row(table: str, owner: str, /, **changes: Any) -> Row:
    """A valid row with a new uuid; `owner` counts where the table has one."""
    whose = {"user_id": owner} if table in OF_PEOPLE else {}
    timeless = (
        *LOGS,
        *PAYMENTS,
        *STATEMENTS,
        *CASTING,
        *NOTES,
        "push_subscriptions",
        "wishes",
        "order_deliveries",
        "parcels",
    )
    times = {} if table in timeless else TIMES
    return {key_of(table): str(uuid4())} | whose | FIELDS[table]() | times | changes


def key_of(table: str) -> str:
    """The column by which the rows of a table are known."""
    return KEYS.get(table, "uuid")


def readable_columns(table: str) -> str:
    """The columns of a table that people may read, as SQL and as a parameter `select`."""
    return READABLE.get(table, "*")


def edit(table: str, user_id: str) -> Row:
    """An edit of every column that an edit may send."""
    return row(table, user_id) | CHANGED[table]


def put(sql: Sql, table: str, values: Row) -> str:
    """Store a row past all rules, and what it belongs to; gives its uuid."""
    if table in ("order_deliveries", "order_notes"):
        buyer = values.get("user_id") or sql("select id::text from auth.users limit 1")[0][0]
        put(sql, "transactions", row("transactions", buyer, uuid=values["order_uuid"]))
    if table == "reconciliations":
        put(sql, "statement_lines", row("statement_lines", "", uuid=values["line_uuid"]))
    if table in ("reconciliations", "refunds"):
        put(sql, "payments", row("payments", str(uuid4()), record=values["record"], place=values["place"]))
    if table in CASTING:
        put_casting(sql, table, values)
    columns = ", ".join(values)
    sql(
        f"insert into public.{table} ({columns}) "
        f"select {columns} from jsonb_populate_record(null::public.{table}, %s::jsonb)",
        json.dumps(values),
    )
    return str(values[key_of(table)])


def put_casting(sql: Sql, table: str, values: Row) -> None:
    """Store the event and the registration that a row of a casting belongs to, unless they are there."""
    person = values.get("user_id") or sql("select id::text from auth.users limit 1")[0][0]
    registration = values.get("registration_uuid") or (
        values["uuid"] if table == "event_registrations" else ""
    )
    event = values.get("event_uuid") or str(uuid4())
    if not sql("select 1 from public.events where uuid = %s", event):
        put(sql, "events", row("events", "", uuid=event))
    if registration and not sql("select 1 from public.audition_registrations where uuid = %s", registration):
        put(sql, "audition_registrations", row("audition_registrations", person, uuid=registration))
    registered = sql("select 1 from public.event_registrations where uuid = %s", registration or None)
    if registration and table != "event_registrations" and not registered:
        joined = row("event_registrations", person, uuid=registration, event_uuid=event)
        put(sql, "event_registrations", joined)
    if table == "event_announcements":
        put(
            sql,
            "audition_announcements",
            row("audition_announcements", person, uuid=values["announcement_uuid"]),
        )


def put_file(sql: Sql, folder: str, owner: str | None) -> str:
    """Note a file in the bucket past all rules, without bytes; gives its name in the folder."""
    filename = f"kain-{uuid4()}.jpg"
    sql(
        "insert into storage.objects (bucket_id, name, owner_id) values ('tapis', %s, %s)",
        f"{folder}/{filename}",
        owner,
    )
    return filename


def put_files(sql: Sql, table: str, values: Row, owner: str | None) -> Row:
    """Note the files that a row names, as uploaded by `owner`; gives the row as the shop stores it."""
    stored = dict(values)
    for column, folder in FOLDERS.get(table, {}).items():
        name = f"{folder}/{values[column]['filename']}"
        sql(
            "insert into storage.objects (bucket_id, name, owner_id) select 'tapis', %s, %s "
            "where not exists (select from storage.objects where name = %s)",
            name,
            owner,
            name,
        )
        stored[column] = _at(values[column], name)
    if table == "transactions":
        stored["transactions"] = [
            one | {"image": _at(one["image"], f"products/{one['image']['filename']}")}
            for one in values["transactions"]
        ]
    return stored


def _at(value: Row, name: str) -> Row:
    """An image value with the path of its object, as the shop writes it."""
    return value | {"url": f"/storage/v1/object/public/tapis/{name}"}


def row_with_files(sql: Sql, table: str, owner: str, /, **changes: Any) -> Row:
    """A valid row whose pictures are among the uploaded files."""
    values = row(table, owner, **changes)
    put_files(sql, table, values, owner)
    return values


def without_origin(row: Row) -> Row:
    """A row whose addresses of pictures are paths, whatever the shop is called."""
    return {column: _without_origin(value) for column, value in row.items()}


def _without_origin(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_origin(one) for one in value]
    if isinstance(value, dict) and "url" in value:
        return value | {"url": f"/storage/{value['url'].partition('/storage/')[2]}"}
    return without_origin(value) if isinstance(value, dict) else value


def put_order(sql: Sql, caller: str, /, **changes: Any) -> Row:
    """An order that is ready to be sent: its product and its proof of payment are there."""
    product = put(sql, "products", row("products", caller))
    proof = put_file(sql, FOLDER_OF_PROOFS, caller)
    return row("transactions", caller, transactions=[line(product)], invoice_image=image(proof)) | changes
