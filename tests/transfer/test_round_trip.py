"""Ada moves her shop to other hosting and back: the same orders, pictures and people, byte for byte."""

import asyncio
from collections.abc import AsyncIterator, Container, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from tapis.ops.maintenance.installation import connect_as_owner
from tapis.ops.maintenance.sealed_tar import EXPORT, open_archive
from tapis.ops.transfer.export_format import FILES, PICTURES, parse_pictures
from tapis.ops.transfer.hosted_storage import HostedStorage
from tapis.ops.transfer.importer import import_archive, import_lock, queries
from tests.conftest import PASSWORD, Shop, open_shop
from tests.deployments.hosted import OWNER
from tests.deployments.hosted import PASSWORD as OWNERS_PASSWORD
from tests.deployments.postgres import run_postgres
from tests.deployments.s3_servers import run_bucket
from tests.deployments.targets import run_hosted
from tests.maintenance.conftest import PROOFS, SampleShop, run_doctor, run_tapis
from tests.transfer.conftest import export_shop, import_shop

pytestmark = pytest.mark.anywhere
SET_SIZE_TO_SIX_BYTES = """
update storage.objects set metadata = metadata - 'eTag' || '{"size": 6, "contentLength": 6}' where name = %s
"""
COUNT_NULL_TOKENS = (
    "select count(*) from auth.users where email_change_token_new is null or confirmation_token is null"
)
GIVE_ONE_TO_TOM = (
    "update storage.objects set owner_id = 'tom' where name = (select max(name) from storage.objects)"
)
TROUBLE = "alter table public.transactions add constraint trouble check (status <> 'Processed')"
NO_TROUBLE = "alter table public.transactions drop constraint trouble"


@dataclass(frozen=True, slots=True)
class Project:
    """An empty hosted project with a current schema, and its owner's address."""

    shop: Shop
    owner: str

    @property
    def settings(self) -> dict[str, str]:
        """The settings with which Ada imports or exports."""
        return {
            "TAPIS_OWNER_URL": self.owner,
            "TAPIS_BACKEND_URL": self.shop.url,
            "TAPIS_SERVICE_KEY": self.shop.service_key,
        }


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """A hosted project; our own gateway stands in for its services."""
    with run_hosted(tmp_path_factory.mktemp("project") / "data") as shop:
        yield Project(shop, make_conninfo(shop.superuser, user=OWNER, password=OWNERS_PASSWORD))


def run_refused_import(parcel: Path, data: Path, **settings: str) -> str:
    """Run an import that must fail with one line, and return that line."""
    result = run_tapis("import", parcel, data=data, **settings)
    assert result.returncode == 1
    assert result.stderr.count("\n") == 1
    return result.stderr


TABLES = ("auth.users", "public.transactions", "public.audit_log", "private.user_roles", "storage.objects")


def find_filled_tables(project: Project) -> list[str]:
    """The tables of the project that have rows."""
    return [table for table in TABLES if project.shop.sql(f"select 1 from {table}")]


def test_what_can_not_work_is_one_sentence_and_nothing_comes(
    project: Project, export_file: Path, tmp_path: Path
) -> None:
    settings, data = project.settings, tmp_path / "data"
    assert "set TAPIS_BACKEND_URL" in run_refused_import(export_file, data, TAPIS_OWNER_URL=project.owner)
    for url, message in (
        ("http://127.0.0.1:1", "does not respond"),
        ("project", "takes an address without a path"),
    ):
        assert message in run_refused_import(export_file, data, **settings | {"TAPIS_BACKEND_URL": url})
    for key in ("wrong", project.shop.anon_key):
        assert "service key" in run_refused_import(export_file, data, **settings | {"TAPIS_SERVICE_KEY": key})
    assert find_filled_tables(project) == []


def test_an_import_that_breaks_off_leaves_the_project_empty(
    project: Project, export_file: Path, tmp_path: Path
) -> None:
    """The last table to be filled refuses its rows, after the pictures were uploaded."""
    project.shop.sql(TROUBLE)
    assert "trouble" in run_refused_import(export_file, tmp_path / "data", **project.settings)
    project.shop.sql(NO_TROUBLE)
    project.shop.sql("delete from storage.removed")
    assert find_filled_tables(project) == []


class UnreliableLine(httpx.AsyncHTTPTransport):
    """The line to a project: these uploads arrive, and their responses are lost."""

    def __init__(self, lost: Container[int]) -> None:
        super().__init__()
        self.lost = lost
        self.uploads = 0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await super().handle_async_request(request)
        self.uploads += request.method == "POST"
        if request.method == "POST" and self.uploads in self.lost:
            raise httpx.ReadTimeout("", request=request)
        return response


@asynccontextmanager
async def reach_pictures(project: Project, lost: Container[int] = ()) -> AsyncIterator[HostedStorage]:
    """The project's pictures, over a line that loses the responses of these uploads."""
    headers = {"apikey": project.shop.service_key, "Authorization": f"Bearer {project.shop.service_key}"}
    async with httpx.AsyncClient(
        transport=UnreliableLine(lost), base_url=f"{project.shop.url}/storage/v1", headers=headers
    ) as client:
        yield HostedStorage(client, pauses=(0.0,))


def test_an_upload_whose_responses_were_lost_does_not_stay_in_the_project(
    project: Project, export_file: Path
) -> None:
    async def import_over_the_line() -> None:
        async with reach_pictures(project, lost=range(3, 1000)) as storage:
            await import_archive(archive, connection, storage)

    archive = open_archive(export_file, EXPORT)
    with connect_as_owner(project.owner) as connection, pytest.raises(httpx.ReadTimeout):
        asyncio.run(import_over_the_line())
    assert len(project.shop.sql("delete from storage.removed returning 1")) == 3
    assert find_filled_tables(project) == []


def test_an_upload_whose_response_was_lost_once_is_stored(project: Project, export_file: Path) -> None:
    async def upload_over_the_line() -> None:
        async with reach_pictures(project, lost={1}) as storage:
            await upload_pictures(export_file, connection, storage)
            await storage.undo(connection)

    with connect_as_owner(project.owner) as connection:
        asyncio.run(upload_over_the_line())
    assert len(project.shop.sql("delete from storage.removed returning 1")) == 3
    assert find_filled_tables(project) == []


async def upload_pictures(export_file: Path, connection: psycopg.Connection, storage: HostedStorage) -> None:
    """Upload the first three pictures of an export, as an import does."""
    connection.execute(queries.forget_names)
    archive = open_archive(export_file, EXPORT)
    for picture in list(parse_pictures(archive.open(FILES)))[:3]:
        await storage.put(picture, archive.open(PICTURES + picture.name))


def test_what_a_killed_import_left_in_the_project_does_not_stop_the_next_one(
    project: Project, export_file: Path, tmp_path: Path
) -> None:
    leave_pictures(project, export_file)
    project.shop.sql(GIVE_ONE_TO_TOM)  # then it was no import that left it
    assert "not empty" in run_refused_import(export_file, tmp_path / "data", **project.settings)
    assert project.shop.sql("select count(*) from storage.objects") == [(3,)]
    project.shop.sql("update storage.objects set owner_id = null")
    project.shop.sql(TROUBLE)
    assert "trouble" in run_refused_import(export_file, tmp_path / "data", **project.settings)
    project.shop.sql(NO_TROUBLE)
    project.shop.sql("delete from storage.removed")
    assert find_filled_tables(project) == []


def test_a_second_import_at_the_same_time_is_refused(
    project: Project, export_file: Path, tmp_path: Path
) -> None:
    with import_lock(project.owner):
        refusal = run_refused_import(export_file, tmp_path / "data", **project.settings)
    assert refusal == "tapis: Another import into this shop is running.\n"


def leave_pictures(project: Project, export_file: Path) -> None:
    """Pictures that an import uploaded before it was killed."""

    async def upload() -> None:
        async with reach_pictures(project) as storage:
            await upload_pictures(export_file, connection, storage)

    with connect_as_owner(project.owner) as connection:
        asyncio.run(upload())


def test_the_shop_is_the_same_in_the_project_and_home_again(
    project: Project, export_file: Path, home: SampleShop, tmp_path: Path
) -> None:
    import_shop(export_file, tmp_path / "data", **project.settings)
    second_export = export_shop(tmp_path / "there.tar", tmp_path / "data", **project.settings)
    assert second_export.read_bytes() == export_file.read_bytes()
    result = run_tapis("users", "role", home.ada.email, "leadership", data=tmp_path, **project.settings)
    assert (result.returncode, result.stdout) == (0, f"{home.ada.email} is leadership now.\n"), result.stderr
    assert project.shop.sql(COUNT_NULL_TOKENS) == [(0,)]
    assert project.shop.sign_in(home.tom.email, PASSWORD)["user"]["id"] == home.tom.user_id
    data_at_home = import_shop(second_export, tmp_path / "back")
    assert export_shop(tmp_path / "back.tar", data_at_home).read_bytes() == export_file.read_bytes()
    assert run_doctor(data_at_home) == run_doctor(home.shop.data)
    with open_shop(data_at_home) as shop:
        token = shop.sign_in(home.tom.email, PASSWORD)["access_token"]
        with shop.client(token) as http:
            orders = http.get("/rest/v1/transactions?select=uuid").json()
            assert {order["uuid"] for order in orders} == set(home.orders)
        with (
            shop.client(shop.service_key) as imported_client,
            home.shop.client(home.shop.service_key) as home_client,
        ):
            for filename, _ in home.orders.values():
                address = f"/storage/v1/object/authenticated/tapis/{PROOFS}/{filename}"
                response = imported_client.get(address)
                assert (response.status_code, response.content) == (200, home_client.get(address).content)
    assert "This shop is not empty" in run_refused_import(export_file, tmp_path / "data", **project.settings)


def test_a_file_that_the_project_took_and_is_no_picture_is_left_out_and_named(
    project: Project, tmp_path: Path
) -> None:
    """A project trusts the declared media type; our own store checks the bytes."""
    name = project.shop.sql("select name from storage.objects where name like 'gallery/%'")[0][0]
    version = str(project.shop.sql("select version from storage.objects where name = %s", name)[0][0])
    (project.shop.data / "files" / version[:2] / version).write_bytes(b"<html>")
    with psycopg.connect(project.shop.superuser) as connection:
        connection.execute(SET_SIZE_TO_SIX_BYTES, [name])
    second_export = export_shop(tmp_path / "there.tar", tmp_path / "data", **project.settings)
    result = run_tapis("import", second_export, data=tmp_path / "back")
    assert result.returncode == 0, result.stderr
    assert f"{name} was left out: mime type text/html is not supported." in result.stdout


def test_the_shop_is_the_same_on_postgresql_16_and_in_a_bucket_and_home_again(
    export_file: Path, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    with run_postgres(16) as server, run_bucket("moto") as image_bucket:
        settings = {"TAPIS_OWNER_URL": server.owner, "TAPIS_DATABASE_URL": server.authenticator}
        settings_with_bucket = settings | dict(image_bucket.environment)
        assert "run `tapis migrate`" in run_refused_import(export_file, data, **settings_with_bucket)
        result = run_tapis("migrate", data=data, **settings_with_bucket)
        assert result.returncode == 0, result.stderr
        import_shop(export_file, data, **settings_with_bucket)
        assert "This shop is not empty" in run_refused_import(export_file, data, **settings_with_bucket)
        second_export = export_shop(tmp_path / "there.tar", data, **settings_with_bucket)
        assert second_export.read_bytes() == export_file.read_bytes()
    data_at_home = import_shop(second_export, tmp_path / "back")
    assert export_shop(tmp_path / "back.tar", data_at_home).read_bytes() == export_file.read_bytes()
