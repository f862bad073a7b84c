// Writes pages.json for the server: which pages the script renders, what they read and how they begin.
// The script runs here as it does on the server: what it lacks there breaks the build and not the shop.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { createContext, runInContext } from "node:vm";
import { filesOf, type Manifest, manifest, named } from "./builtChunks.ts";
import { accountPages, publicPages } from "./publicPages.ts";

type Rows = Record<string, unknown[]>;
type Renderer = {
  knownPaths: string[];
  paths: string[];
  optionalPaths: string[];
  patterns: string[];
  languages: string[];
  queryParameters: string[];
  reads: (path: string) => string[];
  render: (job: { path: string; language: string; origin: string; rows: Rows }) => { head: string } | { error: string };
};

const folder = join(import.meta.dirname, "../dist-server");
const context = createContext({});
runInContext(readFileSync(join(folder, "pages.js"), "utf8"), context);
const renderer: Renderer = runInContext("tapisPages", context);
// Until the late parts of the script are there.
await setImmediate();

/** What names a record in the address of its page. */
const names: Record<string, string> = {
  "/products/:product": "00c0ffee",
  "/events/:event": "00c0ffee-0000-4000-8000-000000000000",
};

writeFileSync(
  join(folder, "pages.json"),
  `${JSON.stringify(
    {
      pages: Object.fromEntries(renderer.paths.map((path) => [path, renderer.reads(path)])),
      known: renderer.knownPaths,
      optional: renderer.optionalPaths,
      firstPictures: Object.fromEntries(renderer.paths.flatMap((path) => firstPicture(path) ?? [])),
      records: Object.fromEntries(renderer.patterns.map((pattern) => [pattern, recordReads(pattern)])),
      scripts: Object.fromEntries(
        Object.entries({ ...publicPages, ...accountPages }).map(([path, module]) => [path, lateFiles(module)]),
      ),
      queryParameters: renderer.queryParameters,
      languages: Object.fromEntries(
        renderer.languages.map((language) => [language, messageFiles(manifest(), language)]),
      ),
    },
    null,
    2,
  )}\n`,
);

/** With `{id}` for what names the record. */
function recordReads(pattern: string): string[] {
  const name = names[pattern];
  if (!name) throw new Error(`What names a record in ${pattern}?`);
  return renderer.reads(pattern.replace(/:.*/, name)).map((read) => read.replaceAll(name, "{id}"));
}

/**
 * How a page preloads its first picture, with `{picture}` for the stored file, and in which read it is: found by
 * rendering the page with one made-up row for each read.
 */
function firstPicture(path: string): [string, { read: string; link: string }][] | undefined {
  const reads = renderer.reads(path);
  const rows = Object.fromEntries(reads.map((read, index) => [read, [madeUp(index)]]));
  const page = renderer.render({ path, language: "en", origin: "", rows });
  if ("error" in page) throw new Error(`${path} can't be rendered: ${page.error}`);
  const link = page.head.match(/<link [^>]*>/g)?.find((found) => found.includes('fetchPriority="high"'));
  const read = reads[Number(/\{(\d+)\}/.exec(link ?? "")?.[1])];
  return link && read ? [[path, { read, link: link.replace(/\{\d+\}/g, "{picture}") }]] : undefined;
}

function madeUp(index: number) {
  const image = { url: `/storage/v1/object/public/{${index}}`, title: "", filename: "" };
  return {
    uuid: "",
    title: "",
    heading: "",
    sub_heading: "",
    category: "",
    description: "",
    price: 0,
    image,
    sizes: [],
    pictures: [],
    name: "",
    days: [],
    places: [],
    opens_at: null,
    closes_at: null,
  };
}

/** The files of a chunk that don't come with the shop. */
function lateFiles(module: string): string[] {
  const chunks = manifest();
  const shop = filesOf(chunks, [named(chunks, "start"), named(chunks, "shop")]);
  return [...filesOf(chunks, [module])].filter((file) => !shop.has(file));
}

/** The files with a language's messages, which a rendered page needs before it is hydrated. */
function messageFiles(chunks: Manifest, language: string): string[] {
  const others = new Set(Object.values(chunks).flatMap((chunk) => (chunk.isEntry ? [chunk.file] : [])));
  return [...filesOf(chunks, [`src/messages/${language}.ts`])].filter((file) => !others.has(file));
}
