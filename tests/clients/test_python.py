"""The unmodified supabase-py: a talent's day with all three services, and calls of its own query builder."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from postgrest.exceptions import APIError
from postgrest.types import CountMethod
from storage3.exceptions import StorageApiError
from supabase import Client, create_client

from tests.conftest import Shop
from tests.example_rows import line, put, row

PASSWORD = "benang-emas"


def create_talent(shop: Shop) -> tuple[Client, str]:
    client = create_client(shop.url, shop.anon_key)
    email = f"tom-{uuid4().hex[:12]}@tapis-lampung.id"
    client.auth.sign_up({"email": email, "password": PASSWORD, "options": {"data": {"role": "talent"}}})
    session = client.auth.sign_in_with_password({"email": email, "password": PASSWORD})
    assert session.user is not None
    return client, session.user.id


def test_W5_supabase_py_orders_with_a_proof_and_deletes_the_order(open_shop: Shop, photo: Path) -> None:
    tom, user_id = create_talent(open_shop)
    newest = tom.table("products").select("*").order("created_at", desc=True).limit(1).execute()
    product: Any = newest.data[0]
    filename = f"proof-{uuid4()}.jpg"
    path = f"transactions/invoices/{filename}"
    drawer = tom.storage.from_("tapis")
    assert (
        drawer.upload(path, photo.read_bytes(), {"content-type": "image/jpeg"}).full_path == f"tapis/{path}"
    )
    with pytest.raises(StorageApiError, match="The resource already exists"):
        drawer.upload(path, photo.read_bytes(), {"content-type": "image/jpeg"})
    assert drawer.download(path)[:3] == b"\xff\xd8\xff"

    lines = [line(product["uuid"], product["price"])]
    proof = {"filename": filename, "title": "proof", "url": drawer.get_public_url(path).rstrip("?")}
    order = row("transactions", user_id, transactions=lines, invoice_image=proof)
    placed: Any = tom.table("transactions").insert(order).execute()
    assert (placed.data[0]["uuid"], placed.data[0]["status"]) == (order["uuid"], "Processed")
    assert tom.table("transactions").insert(order).execute().data == []

    mine = tom.table("transactions").select("*", count=CountMethod.exact).eq("user_id", user_id).execute()
    assert mine.count == 1
    assert [file["name"] for file in drawer.remove([path])] == [path]
    gone: Any = tom.table("transactions").delete().eq("uuid", order["uuid"]).execute()
    assert gone.data[0]["uuid"] == order["uuid"]
    left = tom.table("transactions").select("*", count=CountMethod.exact).execute()
    assert (left.data, left.count) == ([], 0)


def test_W5_supabase_py_administers_products(open_shop: Shop) -> None:
    owner = create_client(open_shop.url, open_shop.service_key)
    first, second = row("products", "", heading="Kain, satu"), row("products", "", heading="Kain (dua)")
    try:
        added: Any = owner.table("products").insert([first, second], count=CountMethod.exact).execute()
        assert (added.count, [one["heading"] for one in added.data]) == (2, ["Kain, satu", "Kain (dua)"])
        uuids = [first["uuid"], second["uuid"]]
        named = owner.table("products").select("heading").in_("heading", ["Kain, satu", "Kain (dua)"])
        assert len(named.execute().data) == 2
        either = owner.table("products").select("uuid").or_(f"uuid.eq.{uuids[0]},heading.ilike.kain*dua*")
        assert len(either.order("heading").range(0, 4).execute().data) == 2
        one: Any = owner.table("products").select("uuid, price").eq("uuid", uuids[0]).single().execute()
        assert one.data == {"uuid": uuids[0], "price": 150_000}
        changed: Any = owner.table("products").update({"price": 5}).eq("uuid", uuids[0]).execute()
        assert changed.data[0]["price"] == 5
        merged: Any = owner.table("products").upsert(second | {"price": 7}).execute()
        assert merged.data[0]["price"] == 7
        nobody = owner.table("products").select("uuid").eq("uuid", str(uuid4())).maybe_single().execute()
        assert nobody is None or nobody.data is None
    finally:
        owner.table("products").delete().in_("uuid", uuids).execute()


def test_Y22_supabase_py_reads_orders_with_where_they_go(open_shop: Shop, photo: Path) -> None:
    tom, user_id = create_talent(open_shop)
    for note in ("to the back door", "before noon"):
        put(open_shop.sql, "order_deliveries", row("order_deliveries", user_id, note=note))
    try:
        orders = tom.table("transactions").select("uuid, to:order_deliveries!inner(note)")
        found: Any = orders.text_search("to.note", "door", {"config": "english"}).execute()
        assert [order["to"] for order in found.data] == [{"note": "to the back door"}]
        lines = tom.table("order_deliveries").select("note").order("note").csv().execute()
        assert str(lines.data) == 'note\n"before noon"\n"to the back door"'
    finally:
        open_shop.sql("delete from public.transactions where user_id = %s", user_id)


def test_X2_supabase_py_hands_on_every_refusal(open_shop: Shop) -> None:
    anna = create_client(open_shop.url, open_shop.anon_key)
    for call, code, message in (
        (anna.table("nowhere").select("*"), "PGRST205", "Could not find the table 'public.nowhere'"),
        (anna.table("products").select("nope"), "42703", "column products.nope does not exist"),
        (
            anna.table("products").insert({"uuid": str(uuid4())}),
            "42501",
            "permission denied for table products",
        ),
        (
            anna.table("products").select("*").eq("price", "much"),
            "22P02",
            "invalid input syntax for type bigint",
        ),
        (anna.rpc("nothing", {"a": 1}), "PGRST202", "Could not find the function public.nothing(a)"),
    ):
        with pytest.raises(APIError) as refused:
            call.execute()
        assert refused.value.code == code
        assert (refused.value.message or "").startswith(message)
