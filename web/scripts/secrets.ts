// Fails when a service key stands in what browsers are given: a JWT of the role service_role, or the form sb_secret_….
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { dist } from "./builtChunks.ts";

const JWT = /eyJ[\w-]{8,}\.(eyJ[\w-]{8,})\.[\w-]{16,}/g;
const SECRET = /sb_secret_[\w-]{16,}/g;
// The roles that a browser may carry in its key.
const OPEN_ROLES = new Set(["anon", "authenticated"]);

/** The beginnings of the keys in a text that no browser may have. */
export function secretsIn(text: string): string[] {
  const tokens = [...text.matchAll(JWT)].filter(([, payload]) => isSecret(payload ?? ""));
  return [...tokens, ...text.matchAll(SECRET)].map(([key]) => `${key.slice(0, 16)}…`);
}

function isSecret(payload: string): boolean {
  try {
    const { role } = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as { role?: unknown };
    return typeof role === "string" && !OPEN_ROLES.has(role);
  } catch {
    return false; // looks like a token but is not
  }
}

/** File → the keys in it, for every file below a folder that holds any. */
export function planted(folder: string): Map<string, string[]> {
  const files = globSync("**/*", { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  const found = files.map(({ parentPath, name }) => {
    const file = join(parentPath, name);
    return [file, secretsIn(readFileSync(file, "latin1"))] as const;
  });
  return new Map(found.filter(([, keys]) => keys.length > 0));
}

if (process.argv[1] === import.meta.filename) {
  for (const [file, keys] of planted(process.argv[2] ?? dist)) {
    console.error(`${file} holds a service key: ${keys.join(", ")}`);
    process.exitCode = 1;
  }
}
