// An empty shop on a free port with a data folder of its own, for one worker; closed, both are gone.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { program, type ShopFacts } from "./shop.ts";

const PATIENCE_MS = 30_000;

export type OpenShop = { facts: ShopFacts; close: () => Promise<void> };

export async function openShop(): Promise<OpenShop> {
  const data = mkdtempSync(join(tmpdir(), "tapis-e2e-"));
  const server = spawn(program, ["serve", "--data", data, "--port", "0"], { stdio: ["ignore", "pipe", "pipe"] });
  const url = await addressOf(server);
  const { anon_key, service_key } = JSON.parse(
    execFileSync(program, ["keys", "--json", "--data", data], { encoding: "utf8" }),
  );
  const close = async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  return { facts: { url, data, anonKey: anon_key, serviceKey: service_key }, close };
}

/** The address that the server announces; fails with what it said instead. */
function addressOf(server: ChildProcess): Promise<string> {
  let said = "";
  return new Promise((resolve, reject) => {
    const hear = (bytes: Buffer) => {
      said = (said + bytes).slice(-20_000);
      const address = /Tapis is open at (\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    };
    server.stdout?.on("data", hear);
    server.stderr?.on("data", hear);
    server.once("exit", (code) => reject(new Error(`The shop did not open (${code}): ${said}`)));
    setTimeout(() => reject(new Error(`The shop did not open in time: ${said}`)), PATIENCE_MS).unref();
  });
}
