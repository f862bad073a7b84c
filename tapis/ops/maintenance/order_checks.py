"""Whether every order that was acknowledged is in the books once, and says what it said."""

from collections.abc import Sequence
from typing import Any

import psycopg

from tapis.ops.maintenance.findings import Finding

Connection = psycopg.Connection[Any]
# The two tables as they were at one moment. That each uuid is there once, its primary key says, and that the
# key's index agrees with the table, `pages` looks at.
UNLIKE = """
select coalesce(o.uuid, s.uuid)::text, case
    when o.uuid is null then 'order-lost' when s.uuid is null then 'order-unsealed' else 'order-changed' end
from public.transactions o full join private.order_seals s on s.uuid = o.uuid
where s.sha256 is distinct from private.seal_of(o)
order by 1
"""
SEAL = """
insert into private.order_seals (uuid, sha256)
select uuid, private.seal_of(o) from public.transactions o where uuid = any(%s::uuid[])
on conflict (uuid) do nothing
"""


def find_unlike_seals(connection: Connection) -> list[Finding]:
    """Orders that are gone, other than they were, or came past the rules."""
    return [Finding(code, uuid, (uuid,)) for uuid, code in connection.execute(UNLIKE).fetchall()]


def seal(connection: Connection, uuids: Sequence[str]) -> None:
    """Accept orders as they are."""
    connection.execute(SEAL, [list(uuids)])
