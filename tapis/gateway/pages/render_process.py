"""The child process that renders pages: React inside V8, started when content changes.

V8 aborts its process when it runs out of memory, and can hang when not closed: so it never runs in a worker,
and this process exits without cleaning up. Started by path, so nothing of the gateway is imported.

stdin   {"script": path, "config": {…}, "pages": [{"path", "language", "origin", "rows"}, …]}
stdout  [{"head": html, "body": html, "structured_data": html}
         or {"error": text, "records": ["table uuid", …]}, …], in the same order
"""

import json
import os
import resource
import sys
from pathlib import Path
from typing import Any

from py_mini_racer import JSEvalException, JSOOMException, MiniRacer

HEAP_BYTES = 256 * 2**20
CPU_SECONDS = 10
SECONDS_PER_PAGE = 5.0


def _render_all(job: dict[str, Any]) -> list[dict[str, Any]]:
    """Every page of a job. Raises py_mini_racer's errors when the script itself can't be run."""
    engine = MiniRacer()
    engine.set_hard_memory_limit(HEAP_BYTES)
    engine.eval(f"globalThis.tapisConfig = {json.dumps(json.dumps(job['config']))}")
    engine.eval(Path(job["script"]).read_text("utf-8"))
    return [_render(engine, page) for page in job["pages"]]


def _render(engine: MiniRacer, page: dict[str, Any]) -> dict[str, Any]:
    call = f"JSON.stringify(tapisPages.render(JSON.parse({json.dumps(json.dumps(page))})))"
    try:
        rendered: dict[str, Any] = json.loads(str(engine.eval(call, timeout_sec=SECONDS_PER_PAGE)))
    except JSOOMException:
        raise  # the engine is unusable
    except JSEvalException as error:  # this page fails; the others are rendered
        return {"error": _describe(error)}
    return rendered


def _describe(error: Exception) -> str:
    return f"{type(error).__name__}: {str(error)[-500:]}"


def main() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    try:
        sys.stdout.write(json.dumps(_render_all(json.load(sys.stdin))))
        sys.stdout.flush()
        code = 0
    except Exception as error:  # noqa: BLE001 – reported to the parent process
        sys.stderr.write(_describe(error))
        sys.stderr.flush()
        code = 1
    os._exit(code)


if __name__ == "__main__":
    main()
