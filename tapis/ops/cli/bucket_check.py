"""Whether the bucket can be used, asked before a command begins; in a process of its own (see the check)."""

import subprocess
import sys

from tapis.ops.cli.command_error import CommandRefused

CHECK = "tapis.gateway.storage.blobs.bucket_preflight"
MOST_SECONDS = 60


def refuse_unusable_bucket(storage_url: str, *, must_be_empty: bool = False) -> None:
    """Try it, where pictures lie in one at all. Raises CommandRefused: one sentence says what to do."""
    if not storage_url:
        return
    command = [sys.executable, "-m", CHECK, storage_url, *(["empty"] if must_be_empty else [])]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=MOST_SECONDS)
    except subprocess.SubprocessError as error:
        raise CommandRefused("The store that TAPIS_STORAGE_URL names could not be asked.") from error
    if done.stdout:
        raise CommandRefused(done.stdout)
