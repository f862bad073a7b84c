"""What the same words meant before: a read's request and plan, for as long as the catalogue is the same.

Reading and planning take longer than the rest of a request; a front end says the same few things all day.
"""

from collections import OrderedDict
from dataclasses import dataclass

from tapis.gateway.rest.plan import Read
from tapis.gateway.rest.request import ApiRequest
from tapis.gateway.rest.response_cache import Key
from tapis.gateway.rest.schema import Catalogue
from tapis.gateway.rest.sql import Statement

MOST = 512


@dataclass(frozen=True, slots=True)
class Understood:
    """A request, what is to be done, and the statement that does it, by the catalogue of then."""

    request: ApiRequest
    plan: Read
    statement: Statement
    catalogue: Catalogue


class Known:
    """A bounded number of reads, by method and words; the least used is forgotten first."""

    def __init__(self) -> None:
        self._understood: OrderedDict[tuple[str, Key], Understood] = OrderedDict()

    def find(self, method: str, key: Key, catalogue: Catalogue) -> Understood | None:
        """What these words mean by this catalogue."""
        understood = self._understood.get((method, key))
        if understood is None or understood.catalogue is not catalogue:
            return None
        self._understood.move_to_end((method, key))
        return understood

    def keep(self, method: str, key: Key, understood: Understood) -> None:
        """Remember it."""
        self._understood[method, key] = understood
        if len(self._understood) > MOST:
            self._understood.popitem(last=False)
