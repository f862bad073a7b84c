"""The child process that draws pages: React inside V8, started when content changes, gone with the HTML.

A V8 that runs out of memory aborts its process, and one that is not closed can hang: so it never lives in a
worker, and this process ends hard. Started by path, so that nothing of the gateway is imported.

stdin   {"script": path, "config": {…}, "drawings": [{"path", "language", "origin", "rows"}, …]}
stdout  [{"head": html, "body": html}, …], in the same order
"""

import json
import os
import resource
import sys
from pathlib import Path
from typing import Any

from py_mini_racer import MiniRacer

HEAP_BYTES = 256 * 2**20
CPU_SECONDS = 10
SECONDS_PER_DRAWING = 5.0


def draw(job: dict[str, Any]) -> list[dict[str, str]]:
    """Every drawing of a job. Raises py_mini_racer's errors when the script fails or takes too long."""
    engine = MiniRacer()
    engine.set_hard_memory_limit(HEAP_BYTES)
    engine.eval(f"globalThis.tapisConfig = {json.dumps(json.dumps(job['config']))}")
    engine.eval(Path(job["script"]).read_text("utf-8"))
    return [_drawn(engine, drawing) for drawing in job["drawings"]]


def _drawn(engine: MiniRacer, drawing: dict[str, Any]) -> dict[str, str]:
    call = f"JSON.stringify(tapisPages.draw(JSON.parse({json.dumps(json.dumps(drawing))})))"
    drawn: dict[str, str] = json.loads(str(engine.eval(call, timeout_sec=SECONDS_PER_DRAWING)))
    if "error" in drawn:
        raise RuntimeError(f"{drawn['error']}: {drawn['records']}")
    return drawn


def main() -> None:
    """Draw what stdin asks for; the reason of a failure goes to stderr."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    try:
        sys.stdout.write(json.dumps(draw(json.load(sys.stdin))))
        sys.stdout.flush()
        code = 0
    except Exception as error:  # noqa: BLE001 – the last line of a process: whatever it was, its parent is told
        sys.stderr.write(f"{type(error).__name__}: {str(error)[-500:]}")
        sys.stderr.flush()
        code = 1
    os._exit(code)


if __name__ == "__main__":
    main()
