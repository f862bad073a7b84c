// The chunks of the last build, and which of them a page loads, read from Vite's manifest.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const dist = join(import.meta.dirname, "../dist");

type Chunk = { file: string; name?: string; imports?: string[]; isEntry?: boolean };
export type Manifest = Record<string, Chunk>;

export function manifest(): Manifest {
  return JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8")) as Manifest;
}

/** The key of the chunk that the build's configuration gave this name. */
export function named(chunks: Manifest, name: string): string {
  const found = Object.keys(chunks).find((key) => chunks[key]?.name === name);
  if (!found) throw new Error(`The build has no chunk named ${name}`);
  return found;
}

/** The files that come with these modules: they themselves and everything they import statically. */
export function filesOf(chunks: Manifest, modules: string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    chunk(chunks, name).imports?.forEach(visit);
  };
  modules.forEach(visit);
  return new Set([...seen].map((name) => chunk(chunks, name).file));
}

function chunk(chunks: Manifest, name: string): Chunk {
  const found = chunks[name];
  if (!found) throw new Error(`The build has no chunk for ${name}`);
  return found;
}
