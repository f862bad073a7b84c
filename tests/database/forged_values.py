"""Values that the constraints of a table must refuse: what a constraint's name promises says which.

Tables, columns and constraints are those of db/schema.sql, which test_snapshot.py compares with the database:
a constraint that the database lacks is missed.
"""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from tapis.resources import DB_FOLDER
from tests.example_rows import TABLES, image, line

PRODUCT = "00000000-0000-4000-8000-00000000beef"
BLANK = ("", " ", "\n\t")
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
NO_PLACES: tuple[Any, ...] = (
    {},
    ["Gedung"],
    [{"name": " ", "address": "", "map": ""}],
    [{"name": "Gedung", "map": ""}],
    [{"name": "Gedung", "address": "", "map": "javascript:alert(1)"}],
    [{"name": "x" * 20_000, "address": "", "map": ""}],
    [{"name": "Gedung", "address": "", "map": ""}] * 11,
)
DAY = {"kind": "show", "date": "2026-12-12", "from": "19:00", "until": "", "place": ""}
NO_DAYS: tuple[Any, ...] = (
    {},
    [{}],
    [{**DAY, "kind": "party"}],
    [{**DAY, "date": "2026-02-31"}],
    [{**DAY, "date": "12 December"}],
    [{**DAY, "from": "24:00"}],
    [{**DAY, "until": "18:59"}],
    [{**DAY, "place": None}],
    [DAY] * 31,
)
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

Values = tuple[Any, ...]
# The end of a name → the values, by the numbers in it. The first that fits counts.
PROMISED: dict[str, Callable[..., Values]] = {
    r"_1_to_(\d+)_characters": lambda most: (*BLANK, "x" * (int(most) + 1)),
    r"_at_most_(\d+)_characters": lambda most: ("x" * (int(most) + 1),),
    r"_(\d+)_to_(\d+)": lambda least, most: (int(least) - 1, int(most) + 1),
    r"_at_most_(\d+)": lambda most: (int(most) + 1,),
    r"_not_negative": lambda: (-1,),
    r"_is_an_image": lambda: NO_IMAGES,
    r"_are_at_most_9_images": lambda: NO_LISTS_OF_IMAGES,
    r"_translations_are_texts": lambda: NO_TRANSLATIONS,
    r"_is_an_account": lambda: (PRODUCT,),
}
# Constraints whose names promise more than that, or too little.
OWN: dict[str, Values] = {
    "slides_link_is_a_path_or_https": (*NO_LINKS, "/" + "x" * 2048),
    "products_sizes_are_sizes": NO_SIZES,
    "products_price_not_negative": (-1, -(2**63)),
    "products_price_at_most_9007199254740991": (2**53, 2**63 - 1),
    "products_price_before_is_higher_than_price": (150_000, 0, -1),
    "payment_methods_qris_is_static": ("x", "000201"),
    "audition_registrations_place_and_date_of_birth_1_to_200": (*BLANK, "x" * 201),
    "transactions_are_1_to_100_lines": NO_LINES,
    "events_places_are_places": NO_PLACES,
    "events_days_are_days": NO_DAYS,
    "events_closes_at_after_it_opens": ("2026-12-12T00:00:00Z",),
    "events_asked_are_questions": ({}, "whatsapp", ["age"], [1], ["height", "height"]),
    "delivery_ways_kind_is_known": ("", "drone"),
    "delivery_ways_areas_are_names": ({}, "Lampung", [""], [1], [None], ["Lampung"] * 601),
    "delivery_ways_tracking_page_is_an_address": (
        "",
        "http://jne.example",
        "https://a b",
        f"https://{'x' * 500}",
    ),
    "shop_settings_is_one_row": (PRODUCT,),
    "shop_settings_name_is_one_line": (*BLANK, "Tapis\nBcc: all", "x" * 101),
    "shop_settings_whatsapp_is_a_number_or_empty": ("0812", "+6281234567890", "call me"),
    "shop_settings_social_links_are_addresses": (
        "javascript:alert(1)",
        "http://instagram.example",
        "https://a.example\njavascript:alert(1)",
        "https://a.example\n",
        "\n".join(["https://a.example"] * 11),
    ),
    "shop_settings_default_language_is_known": ("", "fr"),
    "shop_settings_translations_are_at_most_100000_bytes": (
        [],
        {"fr": {}},
        {"id": "Kain"},
        {"id": {"name": 1}},
        {"id": {"questions": "x" * 100_001}},
    ),
    "transactions_delivery_way_has_a_fee": (
        [],
        {"fee": 1},
        *(
            {"uuid": PRODUCT, "name": "Kurir", "kind": "courier", "fee": fee}
            for fee in (None, "1", -1, 1.5, 2**53)
        ),
    ),
    "transactions_status_is_known": ("", "processed", "Lost"),
}


class Constraint(NamedTuple):
    """A constraint of a table, and the column that it is about."""

    table: str
    name: str
    column: str

    def refused_values(self) -> Values:
        """The values it must refuse. Raises LookupError for an unknown name."""
        if self.name in OWN:
            return OWN[self.name]
        for pattern, values in PROMISED.items():
            if found := re.search(f"{pattern}$", self.name):
                return values(*found.groups())
        raise LookupError(f"{self.name}: which values does it refuse? Say it in {__name__}.OWN")


def list_constraints() -> list[Constraint]:
    """The constraints of every table that people write, in the order of db/schema.sql."""
    schema = (DB_FOLDER / "schema.sql").read_text("utf-8")
    return [found for table in TABLES for found in _constraints_of(table, schema)]


def _constraints_of(table: str, schema: str) -> list[Constraint]:
    body = schema.partition(f"CREATE TABLE public.{table} (\n")[2].partition("\n);")[0]
    columns = re.findall(r"^    (\w+) [a-z]", body, re.MULTILINE)
    names = re.findall(r"^    CONSTRAINT (\w+) CHECK", body, re.MULTILINE)
    names += re.findall(
        rf"^ALTER TABLE ONLY public\.{table} ADD CONSTRAINT (\w+) FOREIGN", schema, re.MULTILINE
    )
    return [Constraint(table, name, _column_of(table, name, columns)) for name in names]


def _column_of(table: str, name: str, columns: list[str]) -> str:
    rest = name.removeprefix(f"{table}_")
    return max((column for column in columns if rest.startswith(f"{column}_")), key=len, default=table)
