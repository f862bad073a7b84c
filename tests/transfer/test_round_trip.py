"""Ada moves her shop far away and back: the same orders, pictures and people, byte for byte."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from tests.conftest import PASSWORD, Shop, open_shop
from tests.deployments.hosted import OWNER
from tests.deployments.hosted import PASSWORD as OWNERS_PASSWORD
from tests.deployments.postgres import running
from tests.deployments.s3_servers import bucket
from tests.deployments.targets import hosted
from tests.maintenance.conftest import PROOFS, Books, found
from tests.transfer.conftest import exported, imported, type_at

pytestmark = pytest.mark.anywhere
SIX_BYTES = """
update storage.objects set metadata = metadata - 'eTag' || '{"size": 6, "contentLength": 6}' where name = %s
"""
NOBODYS = "select count(*) from auth.users where email_change_token_new is null or confirmation_token is null"


@dataclass(frozen=True, slots=True)
class Project:
    """A hosted project as its owner has it: empty, and up to date."""

    shop: Shop
    owner: str

    @property
    def settings(self) -> dict[str, str]:
        """What Ada sets to move in or out."""
        return {
            "TAPIS_OWNER_URL": self.owner,
            "TAPIS_BACKEND_URL": self.shop.url,
            "TAPIS_SERVICE_KEY": self.shop.service_key,
        }


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """A project whose services our own gateway stands for."""
    with hosted(tmp_path_factory.mktemp("project") / "data") as shop:
        yield Project(shop, make_conninfo(shop.superuser, user=OWNER, password=OWNERS_PASSWORD))


def refused(parcel: Path, data: Path, **settings: str) -> str:
    """What an import says that does not happen."""
    said = type_at("import", parcel, data=data, **settings)
    assert said.returncode == 1
    assert said.stderr.count("\n") == 1
    return said.stderr


PLACES = ("auth.users", "public.transactions", "public.audit_log", "private.user_roles", "storage.objects")


def what_came(project: Project) -> list[str]:
    """Where in the project there is something."""
    return [place for place in PLACES if project.shop.sql(f"select 1 from {place}")]


def test_what_can_not_work_is_one_sentence_and_nothing_comes(
    project: Project, parcel: Path, tmp_path: Path
) -> None:
    right, data = project.settings, tmp_path / "data"
    assert "set TAPIS_BACKEND_URL" in refused(parcel, data, TAPIS_OWNER_URL=project.owner)
    for url, heard in (
        ("http://127.0.0.1:1", "does not respond"),
        ("project", "takes an address without a path"),
    ):
        assert heard in refused(parcel, data, **right | {"TAPIS_BACKEND_URL": url})
    for key in ("wrong", project.shop.anon_key):
        assert "service key" in refused(parcel, data, **right | {"TAPIS_SERVICE_KEY": key})
    assert what_came(project) == []


def test_an_import_that_breaks_off_leaves_the_project_empty(
    project: Project, parcel: Path, tmp_path: Path
) -> None:
    """The last table that is filled refuses; the pictures were there by then."""
    rule = "alter table public.transactions add constraint trouble check (status <> 'Processed')"
    project.shop.sql(rule)
    assert "trouble" in refused(parcel, tmp_path / "data", **project.settings)
    project.shop.sql("alter table public.transactions drop constraint trouble")
    project.shop.sql("delete from storage.removed")
    assert what_came(project) == []


def test_the_shop_is_the_same_in_the_project_and_home_again(
    project: Project, parcel: Path, home: Books, tmp_path: Path
) -> None:
    imported(parcel, tmp_path / "data", **project.settings)
    there = exported(tmp_path / "there.tar", tmp_path / "data", **project.settings)
    assert there.read_bytes() == parcel.read_bytes()
    said = type_at("users", "role", home.ada.email, "leadership", data=tmp_path, **project.settings)
    assert (said.returncode, said.stdout) == (0, f"{home.ada.email} is leadership now.\n"), said.stderr
    assert project.shop.sql(NOBODYS) == [(0,)]
    assert project.shop.sign_in(home.tom.email, PASSWORD)["user"]["id"] == home.tom.user_id
    back = imported(there, tmp_path / "back")
    assert exported(tmp_path / "back.tar", back).read_bytes() == parcel.read_bytes()
    assert found(back) == found(home.shop.data)
    with open_shop(back) as shop:
        token = shop.sign_in(home.tom.email, PASSWORD)["access_token"]
        with shop.client(token) as http:
            orders = http.get("/rest/v1/transactions?select=uuid").json()
            assert {order["uuid"] for order in orders} == set(home.orders)
        with (
            shop.client(shop.service_key) as there_http,
            home.shop.client(home.shop.service_key) as here_http,
        ):
            for filename, _ in home.orders.values():
                address = f"/storage/v1/object/authenticated/tapis/{PROOFS}/{filename}"
                copied = there_http.get(address)
                assert (copied.status_code, copied.content) == (200, here_http.get(address).content)
    assert "This shop is not empty" in refused(parcel, tmp_path / "data", **project.settings)


def test_a_file_that_the_project_took_and_is_no_picture_is_left_out_and_named(
    project: Project, tmp_path: Path
) -> None:
    """A project believes what an uploader says of a file; our own store looks."""
    name = project.shop.sql("select name from storage.objects where name like 'gallery/%'")[0][0]
    version = str(project.shop.sql("select version from storage.objects where name = %s", name)[0][0])
    (project.shop.data / "files" / version[:2] / version).write_bytes(b"<html>")
    with psycopg.connect(project.shop.superuser) as connection:
        connection.execute(SIX_BYTES, [name])
    there = exported(tmp_path / "there.tar", tmp_path / "data", **project.settings)
    said = type_at("import", there, data=tmp_path / "back")
    assert said.returncode == 0, said.stderr
    assert f"{name} was left out: mime type text/html is not supported." in said.stdout


def test_the_shop_is_the_same_on_postgresql_16_and_in_a_bucket_and_home_again(
    parcel: Path, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    with running(16) as server, bucket("moto") as pictures:
        settings = {"TAPIS_OWNER_URL": server.owner, "TAPIS_DATABASE_URL": server.authenticator}
        far = settings | dict(pictures.environment)
        assert "run `tapis migrate`" in refused(parcel, data, **far)
        said = type_at("migrate", data=data, **far)
        assert said.returncode == 0, said.stderr
        imported(parcel, data, **far)
        assert "This shop is not empty" in refused(parcel, data, **far)
        there = exported(tmp_path / "there.tar", data, **far)
        assert there.read_bytes() == parcel.read_bytes()
    back = imported(there, tmp_path / "back")
    assert exported(tmp_path / "back.tar", back).read_bytes() == parcel.read_bytes()
