"""Runs the unmodified official clients in Node: a script prints each answer as one line of JSON."""

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.conftest import ROOT

NODE = ROOT / "web/node_modules/.bin/node"
CLIENTS = ROOT / "web/node_modules/@supabase"
Answers = dict[str, dict[str, Any]]


def run_script(script: Path, facts: Mapping[str, str]) -> Answers:
    """Run a script of ours on Node 22 and return its answers by step. Fails when the script does."""
    run = subprocess.run(
        [NODE, script],
        env=os.environ | {"TEST_FACTS": json.dumps(facts)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stderr + run.stdout
    return {line["step"]: line for line in map(json.loads, run.stdout.splitlines())}
