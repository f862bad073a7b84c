import { expect, test } from "vitest";
import { refusal } from "./publicKey.ts";

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
const jwt = (role: string) => `${encoded({ alg: "HS256", typ: "JWT" })}.${encoded({ role })}.${"s".repeat(43)}`;
const right = { BACKEND_URL: "https://abc.supabase.co", KEY: jwt("anon") };

test.each([
  ["a project's address and key", right],
  ["an address with a slash behind it", { ...right, BACKEND_URL: "https://abc.supabase.co/" }],
  ["the newer public key", { ...right, KEY: `sb_publishable_${"x".repeat(20)}` }],
  ["a gateway on this machine", { ...right, BACKEND_URL: "http://127.0.0.1:8000" }],
  ["with the public address of the shop", { ...right, SITE_URL: "https://tapis.example" }],
])("the shop's owner builds for %s", (_, asked) => {
  expect(refusal(asked)).toBeUndefined();
});

test.each([
  ["no address", { ...right, BACKEND_URL: "" }, /^BACKEND_URL is missing/],
  ["no key", { ...right, KEY: "" }, /^KEY is missing/],
  ["a word for an address", { ...right, BACKEND_URL: "abc" }, /^BACKEND_URL must be/],
  ["an address of a page", { ...right, BACKEND_URL: "https://supabase.com/dashboard" }, /^BACKEND_URL must be/],
  ["an address that ends a rule", { ...right, BACKEND_URL: "https://a.example;script-src" }, /^BACKEND_URL must be/],
  ["an address with a password", { ...right, BACKEND_URL: "https://me:word@a.example" }, /^BACKEND_URL must be/],
  ["an address without encryption", { ...right, BACKEND_URL: "http://abc.supabase.co" }, /^BACKEND_URL must be/],
  ["a shop's address that is none", { ...right, SITE_URL: "tapis.example" }, /^SITE_URL must be/],
  ["the service key", { ...right, KEY: jwt("service_role") }, /secret key/],
  ["the newer secret key", { ...right, KEY: `sb_secret_${"x".repeat(20)}` }, /secret key/],
  ["half a key", { ...right, KEY: jwt("anon").slice(0, 30) }, /^KEY is no public key/],
])("attack: %s is refused in one sentence, which does not repeat the key", (_, asked, said) => {
  const sentence = refusal(asked) ?? "";
  expect(sentence).toMatch(said);
  expect(sentence).not.toContain("\n");
  if (asked.KEY) expect(sentence).not.toContain(asked.KEY);
});
