// The plainest static host: files by their name, and 404.html with its status for everything else.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { program, type ShopFacts } from "./shop.ts";

const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

export type StaticHost = { url: string; close: () => void };

/** What `make web` writes for this shop's address and key, on an origin of its own. */
export async function openStaticHost({ url, anonKey }: ShopFacts): Promise<StaticHost> {
  const folder = join(mkdtempSync(join(tmpdir(), "tapis-static-")), "web");
  const env = { ...process.env, BACKEND_URL: url, KEY: anonKey };
  const python = join(program, "../python");
  await promisify(execFile)(python, ["-m", "tapis.gateway.pages.static_export", folder], {
    env,
    cwd: join(import.meta.dirname, "../.."),
  });
  const read = (path: string) => {
    try {
      return {
        status: 200,
        type: types[extname(path)] ?? "application/octet-stream",
        body: readFileSync(join(folder, path)),
      };
    } catch {
      return { status: 404, type: "text/html", body: readFileSync(join(folder, "404.html")) };
    }
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://host");
    const { status, type, body } = read(pathname === "/" ? "/index.html" : pathname);
    response.writeHead(status, { "Content-Type": type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
    rmSync(join(folder, ".."), { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
