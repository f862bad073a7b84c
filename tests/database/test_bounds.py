"""What may be stored: every named constraint refuses forged values by its name."""

from typing import Any

import psycopg
import pytest

from tests.database.conftest import House
from tests.example_rows import TABLES, image, line, row, row_with_files

PRODUCT = "00000000-0000-4000-8000-00000000beef"
BLANK = ("", " ", "\n\t")
TOO_LONG_FOR_A_LINE = "x" * 201
NO_IMAGES: tuple[Any, ...] = (
    {},
    [],
    "kain.jpg",
    {"filename": "a.jpg", "title": "a"},
    {"filename": "a.jpg", "url": "https://tapis.example/a.jpg"},
    {**image(), "extra": "x"},
    {**image(), "title": None},
    {**image(), "filename": ""},
    {**image(), "filename": 1},
    {**image(), "filename": "../a.jpg"},
    {**image(), "filename": "a\\b.jpg"},
    {**image(), "filename": "a\nb.jpg"},
    {**image(), "filename": "x" * 256},
    {**image(), "title": "x" * 256},
    {**image(), "filename": ".."},
    {**image(), "url": None},
    {**image(), "url": 1},
)
NO_SIZES: tuple[Any, ...] = (
    {},
    "M",
    [None],
    ["M"],
    [{"size": "M"}],
    [{"stock": 1}],
    [{"size": 1, "stock": 1}],
    [{"size": "M", "stock": -1}],
    [{"size": "M", "stock": 1.5}],
    [{"size": "M", "stock": "1"}],
    [{"size": "M", "stock": 1_000_000}],
    [{"size": "M", "stock": 1, "price": 1}],
    [{"size": " M", "stock": 1}],
    [{"size": "x" * 41, "stock": 1}],
    [{"size": "M", "stock": 1}, {"size": "M", "stock": None}],
    [{"size": "", "stock": 1}, {"size": "M", "stock": 1}],
    [{"size": str(number), "stock": 1} for number in range(31)],
)
NO_LISTS_OF_IMAGES: tuple[Any, ...] = ({}, "x", [None], [{}], image(), [image()] * 10)
NO_TRANSLATIONS: tuple[Any, ...] = (
    [],
    "x",
    {"fr": {}},
    {"en": "x"},
    {"en": {"heading": 1}},
    {"en": {"heading": None}},
    {"en": {"HEADING": "x"}},
    {"en": {"heading": "x" * 201}},
    {"id": {"description": "x" * 10_001}},
    {"id": {f"text_{chr(97 + number)}": "x" for number in range(21)}},
)
OUT_OF_0_TO_100 = (-1, 101)
NO_LINKS = (
    "",
    "products",
    "//evil.example",
    "/\\evil.example",
    "http://tapis.example",
    "javascript:alert(1)",
    "/a b",
)
NO_LINES: tuple[Any, ...] = ({}, [], [None], "x", [line(PRODUCT)] * 101, [line(PRODUCT, quantity_to_buy=0)])
OUT_OF_1_TO_32767 = (0, -1, 32768)

# Constraint → the column it is about, and values that it must refuse.
FORGED: dict[str, tuple[str, tuple[Any, ...]]] = {
    "slides_title_1_to_200_characters": ("title", (*BLANK, TOO_LONG_FOR_A_LINE)),
    "slides_image_is_an_image": ("image", NO_IMAGES),
    "slides_translations_are_texts": ("translations", NO_TRANSLATIONS),
    "slides_focus_x_0_to_100": ("focus_x", OUT_OF_0_TO_100),
    "slides_focus_y_0_to_100": ("focus_y", OUT_OF_0_TO_100),
    "slides_link_is_a_path_or_https": ("link", (*NO_LINKS, "/" + "x" * 2048)),
    "about_us_section_translations_are_texts": ("translations", NO_TRANSLATIONS),
    "about_us_translations_are_texts": ("translations", NO_TRANSLATIONS),
    "gallery_translations_are_texts": ("translations", NO_TRANSLATIONS),
    "products_translations_are_texts": ("translations", NO_TRANSLATIONS),
    "products_sizes_are_sizes": ("sizes", NO_SIZES),
    "products_pictures_are_at_most_9_images": ("pictures", NO_LISTS_OF_IMAGES),
    "payment_methods_qris_is_static": ("qris", ("x", "000201")),
    "payment_methods_ceiling_1_to_9007199254740991": ("ceiling", (0, 2**53)),
    "payment_methods_fee_0_to_9007199254740991": ("fee", (-1, 2**53)),
    "about_us_section_image_is_an_image": ("image", NO_IMAGES),
    "about_us_section_heading_at_most_200_characters": ("heading", (TOO_LONG_FOR_A_LINE,)),
    "about_us_section_sub_heading_at_most_200_characters": ("sub_heading", (TOO_LONG_FOR_A_LINE,)),
    "about_us_section_description_1_to_10000_characters": ("description", (*BLANK, "x" * 10_001)),
    "about_us_heading_1_to_200_characters": ("heading", (*BLANK, TOO_LONG_FOR_A_LINE)),
    "about_us_sub_heading_at_most_200_characters": ("sub_heading", (TOO_LONG_FOR_A_LINE,)),
    "about_us_description_1_to_10000_characters": ("description", (*BLANK, "x" * 10_001)),
    "gallery_image_is_an_image": ("image", NO_IMAGES),
    "gallery_heading_1_to_200_characters": ("heading", (*BLANK, TOO_LONG_FOR_A_LINE)),
    "gallery_sub_heading_1_to_200_characters": ("sub_heading", (*BLANK, TOO_LONG_FOR_A_LINE)),
    "gallery_description_at_most_10000_characters": ("description", ("x" * 10_001,)),
    "products_image_is_an_image": ("image", NO_IMAGES),
    "products_heading_1_to_200_characters": ("heading", (*BLANK, TOO_LONG_FOR_A_LINE)),
    "products_sub_heading_1_to_200_characters": ("sub_heading", (*BLANK, TOO_LONG_FOR_A_LINE)),
    "products_category_1_to_200_characters": ("category", (*BLANK, TOO_LONG_FOR_A_LINE)),
    "products_description_at_most_10000_characters": ("description", ("x" * 10_001,)),
    "products_price_not_negative": ("price", (-1, -(2**63))),
    "products_price_at_most_9007199254740991": ("price", (2**53, 2**63 - 1)),
    "payment_methods_pathname_1_to_200_characters": ("pathname", (*BLANK, TOO_LONG_FOR_A_LINE)),
    "payment_methods_payment_account_1_to_200_characters": ("payment_account", (*BLANK, TOO_LONG_FOR_A_LINE)),
    "payment_methods_account_number_1_to_200_characters": ("account_number", (*BLANK, TOO_LONG_FOR_A_LINE)),
    "payment_methods_qris_image_is_an_image": ("qris_image", NO_IMAGES),
    "payment_methods_full_name_1_to_200_characters": ("full_name", (*BLANK, TOO_LONG_FOR_A_LINE)),
    "audition_registrations_name_1_to_200_characters": ("name", (*BLANK, TOO_LONG_FOR_A_LINE)),
    "audition_registrations_place_and_date_of_birth_1_to_200": (
        "place_and_date_of_birth",
        (*BLANK, TOO_LONG_FOR_A_LINE),
    ),
    "audition_registrations_address_1_to_1000_characters": ("address", (*BLANK, "x" * 1001)),
    "audition_registrations_age_1_to_32767": ("age", OUT_OF_1_TO_32767),
    "audition_registrations_body_weight_1_to_32767": ("body_weight", OUT_OF_1_TO_32767),
    "audition_registrations_height_1_to_32767": ("height", OUT_OF_1_TO_32767),
    "audition_registrations_comcard_image_is_an_image": ("comcard_image", NO_IMAGES),
    "audition_registrations_invoice_image_is_an_image": ("invoice_image", NO_IMAGES),
    "audition_registrations_user_id_is_an_account": ("user_id", (PRODUCT,)),
    "audition_announcements_user_id_is_an_account": ("user_id", (PRODUCT,)),
    "transactions_are_1_to_100_lines": ("transactions", NO_LINES),
    "transactions_invoice_image_is_an_image": ("invoice_image", NO_IMAGES),
    "transactions_status_is_known": ("status", ("", "processed", "Lost")),
}

# Those of the audit log, which no client writes, and of what has tests of its own are tried elsewhere.
CONSTRAINTS = """
select conname from pg_constraint
where connamespace = 'public'::regnamespace and contype in ('c', 'f')
    and conrelid not in ('public.audit_log'::regclass, 'public.delivery_details'::regclass,
        'public.order_deliveries'::regclass, 'public.amounts_due'::regclass, 'public.reviews'::regclass,
        'public.statement_lines'::regclass, 'public.statement_formats'::regclass,
        'public.statement_ties'::regclass, 'public.push_subscriptions'::regclass,
        'public.notification_choices'::regclass)
order by conname
"""

# What has no limit but the type's, and may be empty.
MAY_BE_NULL = {
    "about_us_section": {"heading", "sub_heading"},
    "about_us": {"sub_heading"},
    "gallery": {"description", "sort_time"},
    "products": {"description"},
    "slides": {"link", "sort_time"},
    "payment_methods": {"fee", "deadline", "qris"},
    "audition_announcements": {"training_time", "rehearsal_time", "audition_time"},
}


def table_of(constraint: str) -> str:
    """The table that a constraint's name begins with; one of them begins like another."""
    return max((table for table in TABLES if constraint.startswith(f"{table}_")), key=len)


def refused(house: House, table: str, column: str, value: Any) -> psycopg.Error:
    """The refusal of an insert and of an edit with a forged value; both leave everything alone."""
    role = "service" if table == "transactions" else "admin"
    good = row_with_files(house.sql, table, house.other)
    assert house.insert(role, table, good).refused is None
    before = house.state()
    with pytest.raises(psycopg.Error) as edited:
        house.update(role, table, good["uuid"], {column: value})
    with pytest.raises(psycopg.Error) as added:
        house.insert(role, table, row(table, house.other, **{column: value}))
    assert house.state() == before
    assert edited.value.diag.constraint_name == added.value.diag.constraint_name
    return added.value


def test_V6_every_constraint_is_tried(house: House) -> None:
    assert sorted(FORGED) == [name for (name,) in house.sql(CONSTRAINTS)]


@pytest.mark.parametrize("constraint", FORGED)
def test_V6_even_ada_is_refused_by_the_name_of_the_rule(house: House, constraint: str) -> None:
    column, values = FORGED[constraint]
    for value in values:
        assert refused(house, table_of(constraint), column, value).diag.constraint_name == constraint, value


@pytest.mark.parametrize("age", OUT_OF_1_TO_32767)
def test_V6_tom_cannot_register_out_of_bounds(house: House, age: int) -> None:
    before = house.state()
    with pytest.raises(psycopg.errors.CheckViolation) as caught:
        house.insert(
            "talent",
            "audition_registrations",
            row("audition_registrations", house.user_id("talent"), age=age),
        )
    assert caught.value.diag.constraint_name == "audition_registrations_age_1_to_32767"
    assert house.state() == before


@pytest.mark.parametrize("table", TABLES)
def test_V6_what_is_required_is_never_null(house: House, table: str) -> None:
    role = "service" if table == "transactions" else "admin"
    for column in row(table, house.other).keys() - MAY_BE_NULL.get(table, set()):
        with pytest.raises(psycopg.errors.NotNullViolation) as caught:
            house.insert(role, table, row(table, house.other, **{column: None}))
        assert caught.value.diag.column_name == column


@pytest.mark.parametrize(("table", "columns"), MAY_BE_NULL.items())
def test_V6_what_is_optional_may_be_empty(house: House, table: str, columns: set[str]) -> None:
    values = row_with_files(house.sql, table, house.other) | dict.fromkeys(columns)
    assert house.insert("admin", table, values).refused is None


@pytest.mark.parametrize("table", TABLES)
def test_V6_a_uuid_is_taken_only_once(house: House, table: str) -> None:
    role = "service" if table == "transactions" else "admin"
    good = row_with_files(house.sql, table, house.other)
    assert house.insert(role, table, good).refused is None
    with pytest.raises(psycopg.errors.UniqueViolation) as caught:
        house.insert(role, table, row(table, house.other, uuid=good["uuid"]))
    assert caught.value.diag.constraint_name == f"{table}_pkey"


def test_V6_money_is_a_whole_number_of_rupiah(house: House) -> None:
    for price in ("NaN", "Infinity", 1.5, "abc"):
        with pytest.raises(psycopg.DataError):
            house.insert("admin", "products", row("products", house.other, price=price))
    largest = row_with_files(house.sql, "products", house.other, price=2**53 - 1)
    assert house.insert("admin", "products", largest).refused is None


def test_V6_the_bounds_themselves_are_allowed(house: House) -> None:
    for bound in (1, 32767):
        sizes = {"age": bound, "body_weight": bound, "height": bound}
        within = row_with_files(house.sql, "audition_registrations", house.other, **sizes)
        assert house.insert("admin", "audition_registrations", within).refused is None
    longest = row_with_files(house.sql, "products", house.other, heading="é" * 200, price=0)
    assert house.insert("admin", "products", longest).refused is None


def test_M9_a_second_about_us_may_be_stored_before_the_first_is_removed(house: House) -> None:
    for table in ("about_us", "about_us_section"):
        for _ in range(2):
            values = row_with_files(house.sql, table, house.other)
            assert house.insert("admin", table, values).refused is None


def test_W2_who_leaves_the_site_leaves_the_books_as_they_are(house: House) -> None:
    for table in ("audition_registrations", "audition_announcements", "transactions"):
        assert house.insert("service", table, row(table, house.other)).refused is None
    house.sql("delete from auth.users where id = %s", house.other)
    left = {
        table: len(house.sql(f"select 1 from public.{table} where user_id = %s", house.other))
        for table in ("audition_registrations", "audition_announcements", "transactions")
    }
    assert left == {"audition_registrations": 0, "audition_announcements": 0, "transactions": 1}
