"""Several servers in one address: the one that took the last connection is asked first.

A server without power refuses nothing: whoever asks it first waits for the timeout, with each new connection.
"""

from psycopg.conninfo import conninfo_to_dict, make_conninfo

DEFAULT_PORT = "5432"


def prefer(conninfo: str, host: str, port: int) -> str:
    """The same servers, this one first."""
    parameters = conninfo_to_dict(conninfo)
    hosts = str(parameters.get("host") or "").split(",")
    if len(hosts) == 1 or "hostaddr" in parameters:
        return conninfo
    named = [one or DEFAULT_PORT for one in str(parameters.get("port") or "").split(",")]
    ports = named * len(hosts) if len(named) == 1 else named
    servers = sorted(zip(hosts, ports, strict=True), key=lambda server: server != (host, str(port)))
    first = {"host": ",".join(one for one, _ in servers), "port": ",".join(one for _, one in servers)}
    return make_conninfo("", **{**parameters, **first})
