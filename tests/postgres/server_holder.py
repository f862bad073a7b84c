"""Starts the server of a data folder, says so, and keeps it until its standard input closes: to be killed."""

import json
import sys
from dataclasses import asdict
from pathlib import Path

from tapis.ops.command_errors import PostgresError
from tapis.ops.postgres import EmbeddedServer


def main(data: str) -> None:
    server = EmbeddedServer(Path(data))
    try:
        urls = server.start()
    except PostgresError as error:
        sys.exit(str(error))
    sys.stdout.write(json.dumps(asdict(urls)) + "\n")
    sys.stdout.flush()
    sys.stdin.read()
    server.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
