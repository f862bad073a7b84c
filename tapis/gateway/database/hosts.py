"""Several servers in one connection string: the one of the last connection is tried first.

A server without power doesn't refuse connections: trying it first would cost a timeout per connection.
"""

from psycopg.conninfo import conninfo_to_dict, make_conninfo

DEFAULT_PORT = "5432"


def prefer_host(conninfo: str, host: str, port: int) -> str:
    """Move this server to the front of the list."""
    parameters = conninfo_to_dict(conninfo)
    hosts = str(parameters.get("host") or "").split(",")
    if len(hosts) == 1 or "hostaddr" in parameters:
        return conninfo
    given_ports = [one or DEFAULT_PORT for one in str(parameters.get("port") or "").split(",")]
    ports = given_ports * len(hosts) if len(given_ports) == 1 else given_ports
    servers = sorted(zip(hosts, ports, strict=True), key=lambda server: server != (host, str(port)))
    first = {"host": ",".join(one for one, _ in servers), "port": ",".join(one for _, one in servers)}
    return make_conninfo("", **{**parameters, **first})
