// The shop under test as its owner sees it: rows and files by the service key, people by the command line.
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";

export const program = join(import.meta.dirname, "../../.venv/bin/tapis");

// `settings`: what a command needs to reach a shop that does not lie in its folder.
export type ShopFacts = {
  url: string;
  data: string;
  anonKey: string;
  serviceKey: string;
  settings: Record<string, string>;
};
export type Role = "admin" | "leadership" | "talent";
export type Account = { id: string; email: string; password: string; role: Role | "none" };
export type StoredImage = { filename: string; title: string; url: string };
export type Session = { access_token: string; refresh_token: string; user: { id: string } };
export type Row = Record<string, unknown> & { uuid: string };

export class Shop {
  readonly facts: ShopFacts;

  constructor(facts: ShopFacts) {
    this.facts = facts;
  }

  /** Runs one command of the program; `input` goes to its standard input. */
  async command(words: string[], input = ""): Promise<string> {
    const env = { ...process.env, ...this.facts.settings };
    const running = promisify(execFile)(program, [...words, "--data", this.facts.data], { env });
    running.child.stdin?.end(input);
    return (await running).stdout;
  }

  /** What no service offers. `tapis psql` needs the system's psql for an encrypted connection, which not every machine has. */
  async sql(statements: string): Promise<void> {
    const { TAPIS_OWNER_URL } = this.facts.settings;
    if (!TAPIS_OWNER_URL) return void (await this.command(["psql"], statements));
    const script = "import sys, psycopg; psycopg.connect(sys.argv[1], autocommit=True).execute(sys.argv[2].encode())";
    await promisify(execFile)(join(program, "../python"), ["-c", script, TAPIS_OWNER_URL, statements]);
  }

  /** A fresh person. Talents come by the service key; everybody else through the owner's command line. */
  async person(role: Account["role"] = "talent", { confirmed = true } = {}): Promise<Account> {
    const email = `${role}-${randomUUID().slice(0, 8)}@tapis-lampung.id`;
    const password = `kain-${randomUUID()}`;
    if (role === "admin" || role === "leadership") {
      await this.command(["users", "create", email, "--role", role, "--password-stdin"], `${password}\n`);
      return { id: (await this.signInAs(email, password)).user.id, email, password, role };
    }
    const { id } = await this.call<{ id: string }>("POST", "/auth/v1/admin/users", {
      email,
      password,
      email_confirm: confirmed,
    });
    if (role === "none") await this.giveRole(email, "none");
    return { id, email, password, role };
  }

  async giveRole(email: string, role: Account["role"]): Promise<void> {
    await this.command(["users", "role", email, role]);
  }

  /** A session as the backend hands it out, without any browser. */
  signInAs(email: string, password: string): Promise<Session> {
    return this.call("POST", "/auth/v1/token?grant_type=password", { email, password }, this.facts.anonKey);
  }

  /** Ends all sessions that somebody has, as they would from another device. */
  async endSessions({ email, password }: Account): Promise<void> {
    const { access_token } = await this.signInAs(email, password);
    await fetch(`${this.facts.url}/auth/v1/logout?scope=global`, {
      method: "POST",
      headers: { apikey: this.facts.anonKey, Authorization: `Bearer ${access_token}` },
    });
  }

  /** Whether a refresh token still opens a session. */
  refreshes(refresh_token: string): Promise<boolean> {
    const answer = this.call("POST", "/auth/v1/token?grant_type=refresh_token", { refresh_token }, this.facts.anonKey);
    return answer.then(
      () => true,
      () => false,
    );
  }

  rows(table: string, query = ""): Promise<Row[]> {
    return this.call("GET", `/rest/v1/${table}?${query}`);
  }

  add(table: string, ...rows: Record<string, unknown>[]): Promise<Row[]> {
    return this.call("POST", `/rest/v1/${table}?select=*`, rows);
  }

  async change(table: string, uuid: string, values: Record<string, unknown>): Promise<void> {
    await this.call("PATCH", `/rest/v1/${table}?uuid=eq.${uuid}`, values);
  }

  async remove(table: string, uuid: string): Promise<void> {
    await this.call("DELETE", `/rest/v1/${table}?uuid=eq.${uuid}`);
  }

  async empty(...tables: string[]): Promise<void> {
    for (const table of tables) await this.call("DELETE", `/rest/v1/${table}?uuid=not.is.null`);
  }

  /** Stores a picture as the shop's owner, or as the person whose access token is given. */
  async store(folder: string, bytes: Uint8Array, title = "picture", token?: string): Promise<StoredImage> {
    const filename = `${title}-${randomUUID()}.png`;
    const path = `tapis/${folder}/${filename}`;
    await this.call("POST", `/storage/v1/object/${path}`, bytes, token);
    return { filename, title, url: `${this.facts.url}/storage/v1/object/public/${path}` };
  }

  /** Whether there is a picture of this address, be it of the upload or of the stored record, whoever may see it. */
  async isStored(address: string): Promise<boolean> {
    const path = address.replace(/^.*\/object\/(public\/)?/, "");
    const headers = { apikey: this.facts.serviceKey, Authorization: `Bearer ${this.facts.serviceKey}` };
    return (await fetch(`${this.facts.url}/storage/v1/object/authenticated/${path}`, { headers })).ok;
  }

  private async call<T>(method: string, path: string, body?: unknown, key = this.facts.serviceKey): Promise<T> {
    const isFile = body instanceof Uint8Array;
    const answer = await fetch(this.facts.url + path, {
      method,
      headers: {
        apikey: key,
        Authorization: `Bearer ${key}`,
        Prefer: "return=representation",
        "Content-Type": isFile ? "image/png" : "application/json",
      },
      ...(body === undefined ? {} : { body: isFile ? Buffer.from(body) : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text ? JSON.parse(text) : null) as T;
  }
}
