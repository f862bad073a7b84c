"""The services of the gateway. Each has its prefix and all paths below; every other path is a page's."""

AUTH, EVENTS, REST, STORAGE = SERVICES = ("/auth/v1/", "/events/v1/", "/rest/v1/", "/storage/v1/")


def is_below(path: str, prefixes: str | tuple[str, ...] = SERVICES) -> bool:
    """Whether a path begins with one of these prefixes, or is one without its last slash."""
    return f"{path}/".startswith(prefixes)


def find_prefix(path: str) -> str:
    """The prefix of a path of a service; of any other path something else."""
    return f"{path}/"[: path.find("/v1") + len("/v1/")]
