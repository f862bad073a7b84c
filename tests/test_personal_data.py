"""Leaving and coming back over HTTP: a person's data and account, and records that Ada deleted."""

import httpx

from tests.auth.conftest import auth_client, sign_in, wait_until
from tests.conftest import Shop
from tests.example_rows import image, put, row
from tests.test_evidence import CARDS, FEES, PROOFS, remove_file, upload_named
from tests.test_orders import build_order, send_order


def test_Y23_tom_takes_his_data_along_and_leaves(shop: Shop) -> None:
    tom, other = shop.account("talent"), shop.account("talent")
    theirs = put(shop.sql, "audition_registrations", row("audition_registrations", other.user_id))
    with shop.client(tom.token) as client, auth_client(shop) as door:
        card, fee = upload_named(client, CARDS), upload_named(client, FEES)
        registration = row(
            "audition_registrations", tom.user_id, comcard_image=image(card), invoice_image=image(fee)
        )
        assert client.post("/rest/v1/audition_registrations", json=registration).status_code == 201
        where = {"user_id": tom.user_id, "address": "Jl. Pucuk Rebung 1", "whatsapp": "0812 3456 7890"}
        assert client.post("/rest/v1/delivery_details", json=where).status_code == 201
        order = build_order(shop, client)
        assert send_order(client, order).status_code == 201
        mine = client.post("/rest/v1/rpc/my_data").json()
        assert (mine["account"]["email"], len(mine["sign_ins"])) == (tom.email, 1)
        assert mine["orders"][0]["delivery"]["whatsapp"] == "6281234567890"
        assert client.post("/rest/v1/rpc/delete_my_account").status_code == 204
        wait_until(lambda: client.get("/rest/v1/transactions").status_code == 401)
        assert sign_in(door, tom.email).json()["code"] == "invalid_credentials"
    with shop.client(shop.token("admin")) as ada:
        kept = ada.get(f"/rest/v1/transactions?uuid=eq.{order['uuid']}").json()
        assert [one["user_id"] for one in kept] == [tom.user_id]
        assert ada.get(f"/rest/v1/order_deliveries?user_id=eq.{tom.user_id}").json() == []
        found = {
            name: ada.get(f"/storage/v1/object/authenticated/tapis/{name}").status_code
            for name in (f"{CARDS}/{card}", f"{FEES}/{fee}", f"{PROOFS}/{order['invoice_image']['filename']}")
        }
        assert list(found.values()) == [400, 400, 200]
        assert len(ada.get(f"/rest/v1/audition_registrations?uuid=eq.{theirs}").json()) == 1


def test_Y10_ada_brings_a_product_back_with_the_bytes_of_its_pictures(shop: Shop) -> None:
    with shop.client(shop.token("admin")) as ada:
        first, second = (upload_named(ada, "products") for _ in range(2))
        product = row("products", "", image=image(first), pictures=[image(second)])
        assert ada.post("/rest/v1/products", json=product).status_code == 201
        at = f"/rest/v1/products?uuid=eq.{product['uuid']}"
        before = ada.get(at).json()
        assert [remove_file(ada, f"products/{name}") for name in (first, second)] == [1, 1]
        assert ada.delete(at).status_code == 204
        (listed,) = [one for one in call(ada, "deleted_records").json() if one["uuid"] == product["uuid"]]
        assert (listed["place"], listed["deleted_by"]) == ("products", shop.persona("admin").email)
        back = call(ada, "restore_record", place="products", uuid=product["uuid"])
        assert (back.status_code, back.json()) == (200, True)
        assert ada.get(at).json() == before
        for name in (first, second):
            assert ada.get(f"/storage/v1/object/public/tapis/products/{name}").status_code == 200
        again = call(ada, "restore_record", place="products", uuid=product["uuid"])
        assert (again.status_code, again.json()["hint"]) == (404, "record_gone")
        assert ada.delete(at).status_code == 204
    with shop.client(shop.token("talent")) as tom:
        assert call(tom, "deleted_records").status_code == 403
        assert call(tom, "restore_record", place="products", uuid=product["uuid"]).status_code == 403


def call(client: httpx.Client, name: str, **arguments: str) -> httpx.Response:
    return client.post(f"/rest/v1/rpc/{name}", json=arguments)
