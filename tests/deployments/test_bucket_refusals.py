"""An unusable bucket: one message that says what to do, and nothing is started."""

import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.conftest import TAPIS, environment, open_shop
from tests.deployments.clocks import build_environment_ahead
from tests.deployments.postgres import free_port
from tests.deployments.s3_servers import SECRETS, Bucket, run_bucket

pytestmark = pytest.mark.anywhere

NO_KEYS = {"AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": ""}


@pytest.fixture(scope="module")
def bucket() -> Iterator[Bucket]:
    """A store that checks credentials."""
    with run_bucket("seaweedfs") as bucket:
        yield bucket


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed shop, with everything in its folder."""
    data = tmp_path_factory.mktemp("shop") / "data"
    with open_shop(data):
        return data


def run_refused(arguments: Sequence[object], settings: dict[str, str]) -> str:
    """Run a command that must fail with one line and no secret in it, and return that line."""
    result = subprocess.run(
        [str(TAPIS), *map(str, arguments)],
        env=environment(**settings),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert result.returncode == 1, (result.returncode, result.stdout, result.stderr)
    assert result.stdout == ""
    assert result.stderr.startswith("tapis: ")
    assert result.stderr.count("\n") == 1, result.stderr
    assert not any(secret in result.stderr for secret in SECRETS.values())
    return result.stderr


def build_wrong_settings(bucket: Bucket, case: str) -> dict[str, str]:
    """The settings of a shop with one mistake."""
    wrong: dict[str, dict[str, str]] = {
        "no bucket": {"TAPIS_STORAGE_URL": bucket.url.replace("kain", "tapis-2")},
        "no answer": {"TAPIS_STORAGE_URL": bucket.build_url("p", endpoint=f"http://127.0.0.1:{free_port()}")},
        "unknown host": {"TAPIS_STORAGE_URL": bucket.build_url("p", endpoint="https://nobody.invalid")},
        "TLS where there is none": {
            "TAPIS_STORAGE_URL": bucket.build_url("p", endpoint=bucket.endpoint.replace("http:", "https:"))
        },
        "wrong secret": {"AWS_SECRET_ACCESS_KEY": SECRETS["reader"]},
        "unknown key": {"AWS_ACCESS_KEY_ID": "nobody"},
        "no key": NO_KEYS,
        "may only read": bucket.keys("reader"),
        "may only list": bucket.keys("lister"),
        "may do nothing": bucket.keys("stranger"),
        "misspelt": {"TAPIS_STORAGE_URL": bucket.url.replace("endpoint", "endpiont")},
    }
    return bucket.environment | wrong[case]


REFUSALS = {
    "no bucket": "has no bucket tapis-2; make it there, or correct TAPIS_STORAGE_URL",
    "no answer": "does not answer; correct the endpoint in TAPIS_STORAGE_URL",
    "unknown host": "https://nobody.invalid does not answer; correct the endpoint in TAPIS_STORAGE_URL",
    "TLS where there is none": "does not answer; correct the endpoint in TAPIS_STORAGE_URL",
    "wrong secret": "AWS_SECRET_ACCESS_KEY doesn't belong to AWS_ACCESS_KEY_ID; set the right one",
    "unknown key": "doesn't know the key in AWS_ACCESS_KEY_ID; set the right one",
    "no key": "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set",
    "may only list": "may not read in s3://kain/pictures; give it the rights to list, read, write and delete",
    "may do nothing": "may not list in s3://kain/pictures; give it the rights",
    "misspelt": "says endpiont behind its question mark; known are endpoint, region, style",
}
WRITE_REFUSALS = {"may only read": "may not write in s3://kain/pictures; give it the rights"}


@pytest.mark.parametrize("case", [*REFUSALS, *WRITE_REFUSALS])
def test_a_shop_is_not_opened_over_a_bucket_that_cannot_be_used(
    bucket: Bucket, tmp_path: Path, case: str
) -> None:
    settings = build_wrong_settings(bucket, case)
    assert (REFUSALS | WRITE_REFUSALS)[case] in run_refused(
        ["serve", "--data", tmp_path / "new", "--port", "0"], settings
    )
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("case", REFUSALS)
def test_neither_doctor_nor_backup_works_on_a_bucket_that_cannot_be_used(
    bucket: Bucket, data: Path, tmp_path: Path, case: str
) -> None:
    settings = build_wrong_settings(bucket, case)
    assert REFUSALS[case] in run_refused(["doctor", "--data", data], settings)
    assert REFUSALS[case] in run_refused(["backup", tmp_path / "shop.tar", "--data", data], settings)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("case", [*REFUSALS, *WRITE_REFUSALS])
def test_nothing_is_restored_into_a_bucket_that_cannot_be_used(
    bucket: Bucket, data: Path, tmp_path: Path, case: str
) -> None:
    subprocess.run([TAPIS, "backup", tmp_path / "shop.tar", "--data", data], env=environment(), check=True)
    arguments = ["restore", tmp_path / "shop.tar", "--data", tmp_path / "new"]
    assert (REFUSALS | WRITE_REFUSALS)[case] in run_refused(arguments, build_wrong_settings(bucket, case))
    assert [path.name for path in tmp_path.iterdir()] == ["shop.tar"]


@pytest.fixture
def clock_ahead() -> Iterator[dict[str, str]]:
    """The environment of a machine whose clock differs from the store's."""
    with tempfile.TemporaryDirectory(prefix="tapis-clock-") as folder:
        yield build_environment_ahead(1, Path(folder))


def test_a_clock_that_differs_from_the_stores_is_told_in_one_sentence(
    bucket: Bucket, data: Path, tmp_path: Path, clock_ahead: dict[str, str]
) -> None:
    settings = bucket.environment | clock_ahead
    sentence = f"this machine's clock is not that of {bucket.endpoint}; set it right"
    assert sentence in run_refused(["serve", "--data", tmp_path / "new", "--port", "0"], settings)
    assert not (tmp_path / "new").exists()
    assert sentence in run_refused(["doctor", "--data", data], settings)
