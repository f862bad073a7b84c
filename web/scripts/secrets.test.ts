import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { secretsIn } from "./secrets.ts";

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
const key = (role: string, alg = "ES256") =>
  `${encoded({ alg, typ: "JWT" })}.${encoded({ iss: "tapis", role, exp: 9_999_999_999 })}.${"s".repeat(43)}`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tapis-planted-"));
  mkdirSync(join(folder, "assets"));
  writeFileSync(
    join(folder, "assets/good.js"),
    `createClient(url, "${key("anon")}"); // sb_publishable_${"x".repeat(20)}`,
  );
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const check = () =>
  spawnSync(process.execPath, [join(import.meta.dirname, "secrets.ts"), folder], { encoding: "utf8" });

test("attack: a bundle with the public key passes", () => {
  expect(check()).toMatchObject({ status: 0, stderr: "" });
});

const forms = {
  "our service key": key("service_role"),
  "the service key of an older project": key("service_role", "HS256"),
  "a key of the database's owner": key("supabase_admin"),
  "the newer secret key": `sb_secret_${"aB3_-".repeat(6)}`,
};

test.each(Object.entries(forms))("attack: %s in the bundle fails the build, and isn't repeated", (_, secret) => {
  writeFileSync(join(folder, "assets/chunk.js"), `const k="${secret}";`);
  const { status, stderr } = check();
  expect(status).toBe(1);
  expect(stderr).toContain("assets/chunk.js holds a service key");
  expect(stderr).not.toContain(secret);
});

test.each(["eyJhbGciOi.eyJub3Qgand0.sss", "sb_secret_", `a.${"b".repeat(40)}.c`])("%s is no key", (text) => {
  expect(secretsIn(text)).toEqual([]);
});

test("every build is checked", () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8"));
  expect(scripts.build).toContain("node scripts/secrets.ts");
});
