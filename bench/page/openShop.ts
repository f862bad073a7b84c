// The demo shop on a free port, with pages rendered by the server or by the browser; ready when the first page is.

import { spawn } from "node:child_process";
import { join } from "node:path";

const program = join(import.meta.dirname, "../../.venv/bin/tapis");
const PATIENCE_MS = 20_000;

export type OpenShop = { url: string; close: () => Promise<void> };

export async function openShop(data: string, rendersOnServer: boolean): Promise<OpenShop> {
  const server = spawn(program, ["serve", "--data", data, "--port", "0"], {
    env: { ...process.env, TAPIS_RENDER_PAGES: rendersOnServer ? "on" : "off" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = "";
    server.stdout.on("data", (bytes) => {
      said += bytes;
      const address = /Tapis is open at (\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    });
    server.once("exit", (code) => reject(new Error(`The shop did not open (${code})`)));
  });
  if (rendersOnServer) await rendered(url);
  const close = async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
  };
  return { url, close };
}

async function rendered(url: string): Promise<void> {
  const start = Date.now();
  while (!(await (await fetch(url)).text()).includes('<div id="root"><div')) {
    if (Date.now() - start > PATIENCE_MS) throw new Error("The pages were never rendered");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
