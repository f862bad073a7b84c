// The shop under test as its owner sees it: rows and files by the service key, the rest by the program that opened it.
import { randomUUID } from "node:crypto";
import { join } from "node:path";

export const program = join(import.meta.dirname, "../../.venv/bin/tapis");

export type ShopFacts = { url: string; anonKey: string; serviceKey: string };
/** What tests/deployments/open_shop.py does with a line of its input. */
export type Ask = (request: object) => Promise<Record<string, unknown>>;
export type Role = "admin" | "leadership" | "talent";
export type Account = { id: string; email: string; password: string; role: Role | "none" };
export type StoredImage = { filename: string; title: string; url: string };
export type Session = { access_token: string; refresh_token: string; user: { id: string } };
export type Row = Record<string, unknown> & { uuid: string };

export class Shop {
  readonly facts: ShopFacts;
  private readonly ask: Ask;

  constructor(facts: ShopFacts, ask: Ask) {
    this.facts = facts;
    this.ask = ask;
  }

  /** What no service offers. */
  async sql(statements: string): Promise<void> {
    const { error } = await this.ask({ sql: statements });
    if (error) throw new Error(`${statements}: ${error}`);
  }

  /** A valid row of a table (tests/example_rows.py), which belongs to this person where its rows are somebody's. */
  async exampleRow(table: string, owner: Account): Promise<Record<string, unknown>> {
    const { row } = await this.ask({ row: [table, owner.id] });
    return row as Record<string, unknown>;
  }

  /** A fresh person, by the service key. Roles are given past it, as by the owner's command line. */
  async person(role: Account["role"] = "talent", { confirmed = true } = {}): Promise<Account> {
    const email = `${role}-${randomUUID().slice(0, 8)}@tapis-lampung.id`;
    const password = `kain-${randomUUID()}`;
    const { id } = await this.call<{ id: string }>("POST", "/auth/v1/admin/users", {
      email,
      password,
      email_confirm: confirmed,
    });
    const person: Account = { id, email, password, role };
    if (role !== "talent") await this.giveRole(person, role);
    return person;
  }

  giveRole({ id }: Account, role: Account["role"]): Promise<void> {
    return this.sql(`select private.give_role('${id}', '${role}')`);
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
