"""An unusable bucket: one message that says what to do, and nothing is started."""

import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.conftest import TAPIS, environment, open_shop
from tests.deployments.clocks import ahead
from tests.deployments.postgres import free_port
from tests.deployments.s3_servers import SECRETS, Bucket, bucket

pytestmark = pytest.mark.anywhere

NOBODY = {"AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": ""}


@pytest.fixture(scope="module")
def opened() -> Iterator[Bucket]:
    """A store that checks credentials."""
    with bucket("seaweedfs") as opened:
        yield opened


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shop at rest, with everything in its folder."""
    data = tmp_path_factory.mktemp("shop") / "data"
    with open_shop(data):
        return data


def said(words: Sequence[object], settings: dict[str, str]) -> str:
    """What a command says that can't be done, after it was looked at for what it must never hold."""
    done = subprocess.run(
        [str(TAPIS), *map(str, words)],
        env=environment(**settings),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1, (done.returncode, done.stdout, done.stderr)
    assert done.stdout == ""
    assert done.stderr.startswith("tapis: ")
    assert done.stderr.count("\n") == 1, done.stderr
    assert not any(secret in done.stderr for secret in SECRETS.values())
    return done.stderr


def settings_of(opened: Bucket, case: str) -> dict[str, str]:
    """A shop's settings with one thing wrong."""
    wrong: dict[str, dict[str, str]] = {
        "no bucket": {"TAPIS_STORAGE_URL": opened.url.replace("kain", "tapis-2")},
        "no answer": {"TAPIS_STORAGE_URL": opened.url_of("p", endpoint=f"http://127.0.0.1:{free_port()}")},
        "unknown host": {"TAPIS_STORAGE_URL": opened.url_of("p", endpoint="https://nobody.invalid")},
        "TLS where there is none": {
            "TAPIS_STORAGE_URL": opened.url_of("p", endpoint=opened.endpoint.replace("http:", "https:"))
        },
        "wrong secret": {"AWS_SECRET_ACCESS_KEY": SECRETS["reader"]},
        "unknown key": {"AWS_ACCESS_KEY_ID": "nobody"},
        "no key": NOBODY,
        "may only read": opened.keys("reader"),
        "may only list": opened.keys("lister"),
        "may do nothing": opened.keys("stranger"),
        "misspelt": {"TAPIS_STORAGE_URL": opened.url.replace("endpoint", "endpiont")},
    }
    return opened.environment | wrong[case]


SENTENCES = {
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
TO_CHANGE = {"may only read": "may not write in s3://kain/pictures; give it the rights"}


@pytest.mark.parametrize("case", [*SENTENCES, *TO_CHANGE])
def test_a_shop_is_not_opened_over_a_bucket_that_cannot_be_used(
    opened: Bucket, tmp_path: Path, case: str
) -> None:
    settings = settings_of(opened, case)
    assert (SENTENCES | TO_CHANGE)[case] in said(
        ["serve", "--data", tmp_path / "new", "--port", "0"], settings
    )
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("case", SENTENCES)
def test_neither_doctor_nor_backup_works_on_a_bucket_that_cannot_be_used(
    opened: Bucket, data: Path, tmp_path: Path, case: str
) -> None:
    settings = settings_of(opened, case)
    assert SENTENCES[case] in said(["doctor", "--data", data], settings)
    assert SENTENCES[case] in said(["backup", tmp_path / "shop.tar", "--data", data], settings)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("case", [*SENTENCES, *TO_CHANGE])
def test_nothing_is_restored_into_a_bucket_that_cannot_be_used(
    opened: Bucket, data: Path, tmp_path: Path, case: str
) -> None:
    subprocess.run([TAPIS, "backup", tmp_path / "shop.tar", "--data", data], env=environment(), check=True)
    words = ["restore", tmp_path / "shop.tar", "--data", tmp_path / "new"]
    assert (SENTENCES | TO_CHANGE)[case] in said(words, settings_of(opened, case))
    assert [path.name for path in tmp_path.iterdir()] == ["shop.tar"]


@pytest.fixture
def a_day_ahead() -> Iterator[dict[str, str]]:
    """The environment of a machine whose clock differs from the store's."""
    with tempfile.TemporaryDirectory(prefix="tapis-clock-") as folder:
        yield ahead(1, Path(folder))


def test_a_clock_that_differs_from_the_stores_is_told_in_one_sentence(
    opened: Bucket, data: Path, tmp_path: Path, a_day_ahead: dict[str, str]
) -> None:
    settings = opened.environment | a_day_ahead
    sentence = f"this machine's clock is not that of {opened.endpoint}; set it right"
    assert sentence in said(["serve", "--data", tmp_path / "new", "--port", "0"], settings)
    assert not (tmp_path / "new").exists()
    assert sentence in said(["doctor", "--data", data], settings)
