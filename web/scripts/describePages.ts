// Asks the script that draws pages what it draws and reads, and notes it beside it for the server, which never guesses.
// The script runs here as bare as on the server: what it lacks there breaks the build and not the shop.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { filesOf, type Manifest, manifest } from "./builtChunks.ts";

type Drawer = { paths: string[]; languages: string[]; drawnByQuery: string[]; reads: (path: string) => string[] };

const folder = join(import.meta.dirname, "../dist-server");
const surroundings = createContext({});
runInContext(readFileSync(join(folder, "pages.js"), "utf8"), surroundings);
const drawer: Drawer = runInContext("tapisPages", surroundings);

writeFileSync(
  join(folder, "pages.json"),
  `${JSON.stringify(
    {
      pages: Object.fromEntries(drawer.paths.map((path) => [path, drawer.reads(path)])),
      drawnByQuery: drawer.drawnByQuery,
      languages: Object.fromEntries(drawer.languages.map((language) => [language, sentences(manifest(), language)])),
    },
    null,
    2,
  )}\n`,
);

/** The files with a language's sentences, which a drawn page needs before it can come alive. */
function sentences(chunks: Manifest, language: string): string[] {
  const others = new Set(Object.values(chunks).flatMap((chunk) => (chunk.isEntry ? [chunk.file] : [])));
  return [...filesOf(chunks, [`src/messages/${language}.ts`])].filter((file) => !others.has(file));
}
