"""The services of the gateway. Each has its prefix and all paths below; every other path is a page's."""

AUTH, EVENTS, REST, STORAGE = SERVICES = ("/auth/v1/", "/events/v1/", "/rest/v1/", "/storage/v1/")
BUCKET = "tapis"  # of every picture


def find_service(path: str) -> str:
    """The prefix of the service of a path, also if its last slash is missing; "" for a page's."""
    prefix = f"{path}/"[: path.find("/v1") + len("/v1/")]
    return prefix if prefix in SERVICES else ""
