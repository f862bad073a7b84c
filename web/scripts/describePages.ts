// Asks the script that draws pages what it draws and reads, and notes it beside it for the server, which never guesses.
// The script runs here as bare as on the server: what it lacks there breaks the build and not the shop.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { filesOf, type Manifest, manifest } from "./builtChunks.ts";

type Rows = Record<string, unknown[]>;
type Drawer = {
  paths: string[];
  languages: string[];
  drawnByQuery: string[];
  reads: (path: string) => string[];
  draw: (drawing: {
    path: string;
    language: string;
    origin: string;
    rows: Rows;
  }) => { head: string } | { error: string };
};

const folder = join(import.meta.dirname, "../dist-server");
const surroundings = createContext({});
runInContext(readFileSync(join(folder, "pages.js"), "utf8"), surroundings);
const drawer: Drawer = runInContext("tapisPages", surroundings);

writeFileSync(
  join(folder, "pages.json"),
  `${JSON.stringify(
    {
      pages: Object.fromEntries(drawer.paths.map((path) => [path, drawer.reads(path)])),
      pictures: Object.fromEntries(drawer.paths.flatMap((path) => firstPicture(path) ?? [])),
      drawnByQuery: drawer.drawnByQuery,
      languages: Object.fromEntries(drawer.languages.map((language) => [language, sentences(manifest(), language)])),
    },
    null,
    2,
  )}\n`,
);

/**
 * How a page asks for its first picture, with `{picture}` for the stored file, and in which read it is: found by drawing
 * the page with one made-up row for each read.
 */
function firstPicture(path: string): [string, { read: string; link: string }][] | undefined {
  const reads = drawer.reads(path);
  const rows = Object.fromEntries(reads.map((read, place) => [read, [madeUp(place)]]));
  const drawn = drawer.draw({ path, language: "en", origin: "", rows });
  if ("error" in drawn) throw new Error(`${path} can't be rendered: ${drawn.error}`);
  const link = drawn.head.match(/<link [^>]*>/g)?.find((found) => found.includes('fetchPriority="high"'));
  const read = reads[Number(/\{(\d+)\}/.exec(link ?? "")?.[1])];
  return link && read ? [[path, { read, link: link.replace(/\{\d+\}/g, "{picture}") }]] : undefined;
}

function madeUp(place: number) {
  const image = { url: `/storage/v1/object/public/{${place}}`, title: "", filename: "" };
  return { uuid: "", title: "", heading: "", sub_heading: "", category: "", description: "", price: 0, image };
}

/** The files with a language's sentences, which a drawn page needs before it can come alive. */
function sentences(chunks: Manifest, language: string): string[] {
  const others = new Set(Object.values(chunks).flatMap((chunk) => (chunk.isEntry ? [chunk.file] : [])));
  return [...filesOf(chunks, [`src/messages/${language}.ts`])].filter((file) => !others.has(file));
}
