"""PocketBase with the same products."""

from contextlib import ExitStack
from pathlib import Path

import httpx

from bench.server.peers import pocketbase, run, running
from bench.server.shops import Shops

POCKETBASE = 18_303


class PocketBase:
    """Opened, filled with the products, and closed again; the value is the address of its list."""

    def __init__(self, shops: Shops, folder: Path) -> None:
        self.shops = shops
        self.data = folder / "pocketbase"
        self.url = f"http://127.0.0.1:{POCKETBASE}"
        self.stack = ExitStack()

    def __enter__(self) -> str:
        program = [pocketbase(), "--dir", self.data]
        run(*program, "superuser", "upsert", "bench@tapis.example", "kain-tapis-1976")
        serve = [*program, "serve", "--http", f"127.0.0.1:{POCKETBASE}"]
        self.stack.enter_context(running(*serve, answers=f"{self.url}/api/health"))
        self._fill()
        fields = "id,heading,price,category,image"
        return (
            f"{self.url}/api/collections/products/records?perPage=9&sort=-created&skipTotal=1&fields={fields}"
        )

    def __exit__(self, *_: object) -> None:
        self.stack.close()

    def _fill(self) -> None:
        with httpx.Client(base_url=f"{self.url}/api") as client:
            who = {"identity": "bench@tapis.example", "password": "kain-tapis-1976"}
            token = client.post("/collections/_superusers/auth-with-password", json=who).json()["token"]
            client.headers["Authorization"] = token
            fields = [
                {"name": "heading", "type": "text"},
                {"name": "category", "type": "text"},
                {"name": "price", "type": "number"},
                {"name": "image", "type": "json"},
                {"name": "created", "type": "autodate", "onCreate": True},
            ]
            made = client.post(
                "/collections", json={"name": "products", "type": "base", "listRule": "", "fields": fields}
            )
            made.raise_for_status()
            for heading, category, price, image in self.shops.shop.sql(
                "select heading, category, price, image from public.products order by created_at"
            ):
                row = {"heading": heading, "category": category, "price": price, "image": image}
                client.post("/collections/products/records", json=row).raise_for_status()
