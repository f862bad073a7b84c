// Says no, in one sentence, to a backend or a key that a front end hosted elsewhere must not be built for.
import { secretsIn } from "./secrets.ts";

type Asked = { BACKEND_URL?: string; KEY?: string; SITE_URL?: string };

const USAGE = "make web BACKEND_URL=https://abc.supabase.co KEY=the-public-key";
const PUBLIC = /^(sb_publishable_[\w-]{16,}|eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{16,})$/;
// Nothing that would end a rule of the policy in which the address stands.
const HOST = /^([\w.-]+|\[::1\])$/;
const HERE = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** What is wrong with what was asked for; undefined where nothing is. The key itself is never repeated. */
export function refusal({ BACKEND_URL, KEY, SITE_URL }: Asked): string | undefined {
  if (!BACKEND_URL) return `BACKEND_URL is missing: ${USAGE}`;
  if (!KEY) return `KEY is missing: ${USAGE}`;
  if (!isOrigin(BACKEND_URL)) return "BACKEND_URL must be an address such as https://abc.supabase.co, without a path.";
  if (SITE_URL && !isOrigin(SITE_URL)) return "SITE_URL must be an address such as https://tapis.example.";
  if (secretsIn(KEY).length > 0) return "KEY is a secret key; everybody sees a front end: take the public (anon) one.";
  if (!PUBLIC.test(KEY)) return "KEY is no public key: it begins with eyJ or sb_publishable_, and is copied whole.";
  return undefined;
}

/** Encrypted, unless it is on this machine: a page over https may not ask anything else. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text) || /\s/.test(text)) return false;
  const { protocol, hostname, origin } = new URL(text);
  const encrypted = protocol === "https:" || (protocol === "http:" && HERE.has(hostname));
  return encrypted && HOST.test(hostname) && text.replace(/\/$/, "") === origin;
}

if (process.argv[1] === import.meta.filename) {
  const sentence = refusal(process.env);
  if (sentence) console.error(`make web: ${sentence}`);
  process.exitCode = sentence ? 1 : 0;
}
