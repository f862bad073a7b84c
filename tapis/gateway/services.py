"""The services of the gateway. Each has all paths below its prefix; every other path is a page's."""

AUTH, EVENTS, REST, STORAGE = SERVICES = ("/auth/v1/", "/events/v1/", "/rest/v1/", "/storage/v1/")


def find_prefix(path: str) -> str:
    """The prefix of a path of a service; of any other path something else."""
    return path[: path.find("/v1/") + len("/v1/")]
