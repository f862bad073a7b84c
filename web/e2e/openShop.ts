// An empty shop for one worker; closed, all of it is gone. Where it stands, TEST_SETUP says.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { program, type ShopFacts } from "./shop.ts";

export const PATIENCE_MS = 120_000;
export const project = join(import.meta.dirname, "../..");

/** `killGateway` kills and restarts one of several gateways; with a single gateway it does nothing. */
export type OpenShop = { facts: ShopFacts; killGateway: () => Promise<void>; close: () => Promise<void> };

export async function openShop(): Promise<OpenShop> {
  const folder = mkdtempSync(join(tmpdir(), "tapis-e2e-"));
  const setup = process.env.TEST_SETUP ?? "embedded";
  const opened = await (setup === "embedded" ? openHere(folder) : openDeployment(setup, folder));
  const close = async () => {
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...opened, close };
}

/** With everything in the folder; on a free port, unless the settings name one. */
export async function openHere(data: string, settings: Record<string, string> = {}): Promise<OpenShop> {
  const command = ["serve", "--data", data, "--port", settings.TAPIS_PORT ?? "0"];
  const server = spawn(program, command, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...settings } });
  const [, url] = await said(server, /Tapis is open at (\S+)/, PATIENCE_MS);
  const { anon_key, service_key } = JSON.parse(
    execFileSync(program, ["keys", "--json", "--data", data], { encoding: "utf8" }),
  );
  const close = () => ended(server, () => server.kill("SIGTERM"));
  const facts = { url: String(url), data, anonKey: anon_key, serviceKey: service_key, settings: {} };
  return { facts, killGateway: async () => undefined, close };
}

/** In a deployment named in tests/deployments/targets.py. */
async function openDeployment(setup: string, folder: string): Promise<OpenShop> {
  const command = ["-m", "tests.deployments.open_shop", setup, join(folder, "data")];
  const server = spawn(join(project, ".venv/bin/python"), command, { cwd: project });
  const [facts] = await said(server, /^\{.*\}$/m, PATIENCE_MS);
  const answers = createInterface(server.stdout);
  const killGateway = async () => {
    const answered = new Promise((resolve) => answers.once("line", resolve));
    server.stdin.write("kill\n");
    await answered;
  };
  return { facts: JSON.parse(facts), killGateway, close: () => ended(server, () => server.stdin.end()) };
}

export function ended(process: ChildProcess, end: () => void): Promise<void> {
  return new Promise((resolve) => {
    process.once("exit", () => resolve());
    end();
  });
}

/** What the process announces; fails with what it said instead. */
export function said(process: ChildProcess, announcement: RegExp, patience: number): Promise<RegExpExecArray> {
  let heard = "";
  return new Promise((resolve, reject) => {
    const hear = (bytes: Buffer) => {
      heard = (heard + bytes).slice(-20_000);
      const found = announcement.exec(heard);
      if (found) resolve(found);
    };
    process.stdout?.on("data", hear);
    process.stderr?.on("data", hear);
    process.once("exit", (code) => reject(new Error(`The shop did not open (${code}): ${heard}`)));
    setTimeout(() => reject(new Error(`The shop did not open in time: ${heard}`)), patience).unref();
  });
}
