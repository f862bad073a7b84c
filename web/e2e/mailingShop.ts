// A shop that sends mails, and the mail server that takes them (aiosmtpd, as in the tests of the gateway).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test as base, expect } from "./fixtures.ts";
import { ended, type OpenShop, openHere, PATIENCE_MS, project, said } from "./openShop.ts";

type Mail = { to: string; subject: string; language: string; plain: string; html: string };

export class Mailbox {
  private readonly mails: Mail[] = [];

  take(line: string): void {
    if (line.startsWith("{")) this.mails.push(JSON.parse(line));
  }

  /** The next mail to somebody; it is taken out. */
  async nextTo(email: string): Promise<Mail> {
    const place = () => this.mails.findIndex((mail) => mail.to === email);
    await expect.poll(place, `a mail to ${email}`).toBeGreaterThan(-1);
    const [mail] = this.mails.splice(place(), 1);
    if (!mail) throw new Error("The mail is gone");
    return mail;
  }
}

/** The address behind the mail's button. */
export function linkIn(mail: Mail): string {
  const link = /https?:\S+#token_hash=\S+/.exec(mail.plain)?.[0];
  if (!link) throw new Error(`No link in: ${mail.plain}`);
  return link;
}

type Whole = { post: { opened: OpenShop; mailbox: Mailbox }; mailbox: Mailbox };

export const test = base.extend<object, Whole>({
  post: [
    async ({}, use) => {
      const { opened, mailbox, close } = await openMailingShop();
      await use({ opened, mailbox });
      await close();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  mailbox: [({ post }, use) => use(post.mailbox), { scope: "worker" }],
  opened: [({ post }, use) => use(post.opened), { scope: "worker" }],
});

async function openMailingShop() {
  const folder = mkdtempSync(join(tmpdir(), "tapis-e2e-"));
  const server = spawn(join(project, ".venv/bin/python"), ["-m", "tests.auth.smtp_server"], { cwd: project });
  const [smtp] = await said(server, /smtp:\S+/, PATIENCE_MS);
  const mailbox = new Mailbox();
  createInterface(server.stdout).on("line", (line) => mailbox.take(line));
  const port = await freePort();
  const opened = await openHere(folder, {
    TAPIS_PORT: String(port),
    TAPIS_SITE_URL: `http://127.0.0.1:${port}`,
    TAPIS_SMTP_URL: smtp,
    TAPIS_SMTP_FROM: "halo@tapis-lampung.id",
  });
  const close = async () => {
    await opened.close();
    await ended(server, () => server.stdin.end());
    rmSync(folder, { recursive: true, force: true });
  };
  return { opened, mailbox, close };
}

/** Mails begin with the shop's address, so it must be known before the shop opens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("No port");
  return address.port;
}
