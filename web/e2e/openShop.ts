// An empty shop for one worker; closed, all of it is gone. Where it stands, TEST_SETUP says.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Ask, ShopFacts } from "./shop.ts";

export const PATIENCE_MS = 120_000;
export const project = join(import.meta.dirname, "../..");

export type OpenShop = { facts: ShopFacts; ask: Ask; close: () => Promise<void> };

export async function openShop(): Promise<OpenShop> {
  const folder = mkdtempSync(join(tmpdir(), "tapis-e2e-"));
  const opened = await open(process.env.TEST_SETUP ?? "embedded", join(folder, "data"));
  const close = async () => {
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...opened, close };
}

/** With everything in the folder; on a free port, unless the settings name one. */
export function openHere(data: string, settings: Record<string, string> = {}): Promise<OpenShop> {
  return open("embedded", data, settings);
}

/** In a deployment named in tests/deployments/targets.py. */
async function open(setup: string, data: string, settings: Record<string, string> = {}): Promise<OpenShop> {
  const command = ["-m", "tests.deployments.open_shop", setup, data, JSON.stringify(settings)];
  const server = spawn(join(project, ".venv/bin/python"), command, { cwd: project });
  const [facts] = await said(server, /^\{.*\}$/m, PATIENCE_MS);
  const asking: ((line: string) => void)[] = [];
  createInterface(server.stdout).on("line", (line) => asking.shift()?.(line));
  const ask: Ask = async (request) => {
    const answered = new Promise<string>((resolve) => asking.push(resolve));
    server.stdin.write(`${JSON.stringify(request)}\n`);
    return JSON.parse(await answered);
  };
  return { facts: JSON.parse(facts), ask, close: () => ended(server, () => server.stdin.end()) };
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
