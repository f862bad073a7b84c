"""Every block of commands in the documents that an operator follows, and how each is tried."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from tests.conftest import ROOT

DOCUMENTS = ("README.md", "docs/deploy.md", "docs/operate.md")
SECTION = re.compile(r"^## ", re.MULTILINE)
BLOCK = re.compile(r"^```(sh|sql|env)\n(.*?)^```", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """What one types, writes into `tapis.env` or lets a database run; named by its heading, and counted."""

    name: str
    kind: str
    text: str

    @property
    def lines(self) -> list[str]:
        return self.text.strip().splitlines()


def blocks() -> list[Block]:
    """All of them, in the order in which they are read."""
    found = []
    for document in DOCUMENTS:
        for section in SECTION.split((ROOT / document).read_text()):
            heading, seen = section.partition("\n")[0], Counter[str]()
            for kind, text in BLOCK.findall(section):
                seen[heading] += 1
                found.append(Block(f"{heading} {seen[heading]}", kind, text))
    return found


# How a block is tried on an empty Debian (test_walk.py): by a person at home, when the server is made, on the
# server in this order, as a file of settings, or by a database; else where it is tried instead.
HOME, MADE, TYPED, WRITTEN, QUERIED = "home", "made", "typed", "written", "queried"
WAYS: Mapping[str, str] = {
    "# Tapis 1": "whoever changes the project types it, and .ci/run",
    "A shop of your own 1": HOME,
    "systemd and Caddy 1": MADE,
    "systemd and Caddy 2": TYPED,
    "A container 1": "tests/deployments/test_deploy_doc.py builds it; podman itself is not run",
    "A hosted project 1": "tests/transfer/test_round_trip.py moves into a database like a project's",
    "External PostgreSQL, images on S3 1": QUERIED,
    "Upgrading 1": TYPED,
    "Upgrading 2": TYPED,
    "Upgrading 3": TYPED,
    "Settings 1": TYPED,
    "Accounts and roles 1": TYPED,
    "Mail 1": WRITTEN,
    "Mail 2": TYPED,
    "Backup 1": TYPED,
    "Restore 1": TYPED,
    "Export and import 1": TYPED,
    "Images in a bucket 1": WRITTEN,
    "Maintenance 1": TYPED,
    "Security log 1": TYPED,
    "Audit log 1": TYPED,
    "SQL 1": TYPED,
    "Keys and sessions 1": TYPED,
}
