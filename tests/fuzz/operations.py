"""Every operation of the gateway, read from its route tables, so that new routes are included."""

from dataclasses import dataclass

from tapis.gateway.auth import TABLE as AUTH
from tapis.gateway.rest.api import FUNCTION_PLANNERS, TABLE_PLANNERS
from tapis.gateway.storage.http.routes import TABLE as STORAGE


@dataclass(frozen=True, slots=True)
class Operation:
    """A method and a path with {parameters}."""

    method: str
    path: str

    @property
    def service(self) -> str:
        """auth, rest or storage."""
        return self.path.split("/")[1]

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


# HEAD is GET without a body, for the HTTP server; for the data API it is a method of its own.
OPERATIONS = [
    *(Operation(method, f"/auth/v1{path}") for method, path, _ in AUTH),
    *(Operation(method, "/rest/v1/{target}") for method in TABLE_PLANNERS),
    *(Operation(method, "/rest/v1/rpc/{target}") for method in FUNCTION_PLANNERS),
    *(Operation(method, f"/storage/v1{path}") for method, path, _ in STORAGE),
]
# Signing out would end the sessions of the next example.
AS_VISITOR = {"POST /auth/v1/logout"}
