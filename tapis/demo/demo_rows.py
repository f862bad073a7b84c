"""The rows of the demo shop with their pictures, from the files in `content/`."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any
from uuid import UUID

from tapis.demo.demo_content import (
    NO_COLUMN,
    TABLES,
    DemoOrderLine,
    DemoPicture,
    DemoRow,
    OrderOutcome,
    PictureColumn,
    PictureColumns,
    demo_picture_path,
    demo_row_uuid,
    load_demo_content,
    load_demo_people,
)
from tapis.demo.generated_pictures import (
    PaymentProof,
    crop_product_detail,
    draw_model_card,
    draw_payment_proof,
)


def build_demo_rows(declared: PictureColumns) -> tuple[DemoRow, ...]:
    """All rows, table by table in the order of TABLES, the newest first."""
    by_table: dict[str, list[DemoRow]] = {}
    for table in TABLES:
        by_table[table] = list(_rows_of(table, declared, by_table.get("products", [])))
    return tuple(row for table in TABLES for row in by_table[table])


def _rows_of(table: str, declared: PictureColumns, products: list[DemoRow]) -> Iterator[DemoRow]:
    entries: list[dict[str, Any]] = load_demo_content()[table]
    for position, entry in enumerate(entries):
        columns = dict(entry)
        titles: dict[str, str] = columns.pop("pictures", {})
        person: str = columns.pop("person", "")
        if "sizes" in columns:
            columns["sizes"] = [{"stock": None} | size for size in columns["sizes"]]
        if "id" in columns:
            columns["translations"] = {"id": columns.pop("id")}
        uuid = demo_row_uuid(table, position)
        more_images: list[str] = columns.pop("more_images", [])
        row = DemoRow(table, position, len(entries), columns, {}, person)
        if table == "transactions":
            row = _order(row, products)
        elif table == "audition_registrations":
            row = _registration(row)
        pictures = {
            column: _picture(declared[table, column], title, uuid) for column, title in titles.items()
        } | {column: replace(one, column=declared[table, column]) for column, one in row.pictures.items()}
        more = tuple(_more(declared["products", "pictures"], title, titles, uuid) for title in more_images)
        yield replace(row, pictures=pictures, more_images=more)


def _order(row: DemoRow, products: list[DemoRow]) -> DemoRow:
    columns = dict(row.columns)
    lines = tuple(_line(line, products) for line in columns.pop("lines"))
    total = sum(line.product.columns["price"] * line.quantity for line in lines)
    way = columns.pop("delivery", "")
    if way:
        columns["delivery_way"] = _delivery(way, columns.pop("fee", 0))
        total += columns["delivery_way"]["fee"]
    days = columns.pop("days")
    names = [name for name in OrderOutcome.__dataclass_fields__ if name in columns]
    outcome = OrderOutcome(**{name: columns.pop(name) for name in names})
    proof = _proof(row, columns.pop("bank"), columns.pop("paid", total))
    columns["status"] = "Processed"  # the first status of every order
    return replace(
        _with_proof(row, proof), columns=columns, lines=lines, days=days, proof=proof, outcome=outcome
    )


def _registration(row: DemoRow) -> DemoRow:
    columns = dict(row.columns)
    days = columns.pop("days", 0.0)
    page = next(one for one in load_demo_content()["payment_methods"] if "fee" in one)
    proof = _proof(row, columns.pop("bank"), columns.pop("paid", page["fee"]))
    name, portrait = columns["name"], demo_picture_path(columns.pop("portrait"))
    facts = f"{columns['height']} cm   {columns['body_weight']} kg   {columns['age']}"
    row = _with_proof(row, proof)
    source = f"cards/{_slug(name)}"
    card = DemoPicture(NO_COLUMN, source, row.uuid, lambda _made: draw_model_card(portrait, name, facts))
    pictures = row.pictures | {"comcard_image": card}
    return replace(row, columns=columns, days=days, proof=proof, pictures=pictures)


def _with_proof(row: DemoRow, proof: PaymentProof) -> DemoRow:
    picture = DemoPicture(
        NO_COLUMN, f"proofs/bukti-{_slug(proof.bank)}", row.uuid, partial(draw_payment_proof, proof)
    )
    return replace(row, pictures={"invoice_image": picture})


def _proof(row: DemoRow, bank: str, amount: int) -> PaymentProof:
    names = {person.key: person.delivery.get("name", person.key) for person in load_demo_people()}
    return PaymentProof(bank, names[row.person], amount, f"{UUID(row.uuid).int % 10**12:012}")


def _delivery(name: str, fee: int) -> dict[str, Any]:
    """The delivery way as stored in an order."""
    ways = load_demo_content()["delivery_ways"]
    position, way = next((at, one) for at, one in enumerate(ways) if one["name"] == name)
    kept = {key: way.get(key) for key in ("name", "kind", "days_from", "days_to", "description")}
    return {"uuid": demo_row_uuid("delivery_ways", position), **kept, "fee": fee}


def _more(column: PictureColumn, title: str, titles: dict[str, str], row: str) -> DemoPicture:
    """A further picture of a product; "detail" is a crop of its first."""
    if title != "detail":
        return _picture(column, title, row)
    whole = f"{column.folder}/{titles['image']}"
    return DemoPicture(
        column, f"{whole}-detail", row, lambda _made: crop_product_detail(demo_picture_path(whole))
    )


def _slug(name: str) -> str:
    return name.lower().replace(" ", "-")


def _picture(column: PictureColumn, title: str, row: str) -> DemoPicture:
    """A picture of the column's folder, or of another one if the title contains it."""
    return DemoPicture(column, title if "/" in title else f"{column.folder}/{title}", row)


def _line(line: dict[str, Any], products: list[DemoRow]) -> DemoOrderLine:
    product = next(row for row in products if row.pictures["image"].title == line["product"])
    return DemoOrderLine(product, line.get("size", ""), line.get("quantity", 1))
