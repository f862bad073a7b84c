// `make dev`: the gateway, restarted when its code or SQL changes, and Vite with hot replacement. Ctrl-C ends both.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { PORT: port = "8000", DATA: data = "data" } = process.env;
const WATCHED = ["tapis", "db", "brand.toml"];
const DEBOUNCE_MS = 300;

function startGateway(): ChildProcess {
  const command = ["serve", "--data", data, "--port", port, "--accounts"];
  return spawn(".venv/bin/tapis", command, { cwd: root, stdio: "inherit" });
}

function startVite(): ChildProcess {
  const env = { ...process.env, GATEWAY_URL: `http://127.0.0.1:${port}` };
  return spawn(process.execPath, ["node_modules/vite/bin/vite.js"], { cwd: `${root}/web`, stdio: "inherit", env });
}

let gateway = startGateway();
const vite = startVite();
let restarting: NodeJS.Timeout | undefined;

async function restartGateway() {
  if (gateway.exitCode === null && gateway.kill()) await once(gateway, "exit");
  gateway = startGateway();
}

for (const name of WATCHED) {
  watch(`${root}/${name}`, { recursive: true }, (_event, file) => {
    if (file?.includes("__pycache__")) return;
    clearTimeout(restarting);
    restarting = setTimeout(restartGateway, DEBOUNCE_MS);
  });
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    vite.kill();
    if (gateway.exitCode === null && gateway.kill()) await once(gateway, "exit");
    process.exit(0);
  });
}
