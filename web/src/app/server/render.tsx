// Server-side rendering: a script without a document and without a network, which turns rows into HTML.
import "./engine";
import { StrictMode } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { clearCache, missingReads, seedCache } from "@/data/publicRead";
import { filterParameters } from "@/features/products/filters";
import { type Language, languages } from "@/lib/language";
import { preloadLazyComponents } from "@/lib/lazyWithPreload";
import { matchesPath } from "@/lib/paths";
import { fieldsOf } from "@/lib/typeGuards";
import type { Messages } from "@/messages";
import { loadOwnMessages } from "@/messages/account";
import { messages as en } from "@/messages/en";
import { messages as id } from "@/messages/id";
import { type PreviewMessages, messages as previewEn } from "@/messages/preview.en";
import { messages as previewId } from "@/messages/preview.id";
import { FixedRouter } from "@/ui/router";
import { App } from "../App";
import { type PageDescriptor, pages } from "../pages";
import { Head, StructuredData } from "./Head";
import { previewNamed } from "./previews";
import { inLanguage, type Rows } from "./rows";

const words: Record<Language, { shop: Messages; preview: PreviewMessages }> = {
  en: { shop: en, preview: previewEn },
  id: { shop: id, preview: previewId },
};

type Job = { path: string; language: Language; origin: string; rows: Rows };
type Rendered = { head: string; body: string; structured_data: string };
/** `records`: those with which the page fails also when it shows nothing else. */
type Failed = { error: string; records: string[] };

// What React leaves where a part of the page threw; the browser would have to render it again.
const FAILED_PART = "<!--$!-->";

/** Which addresses below the data API a page shows. */
function reads(path: string): string[] {
  clearCache();
  return missingReads(() => renderBody(path, "en", en));
}

/** A page that fails leaves the others alone: its failure is an answer. */
function render(job: Job): Rendered | Failed {
  try {
    return renderPage(job);
  } catch (error) {
    return { error: String(error), records: failingRecords(job) };
  }
}

function failingRecords(job: Job): string[] {
  const single = Object.entries(job.rows).flatMap(([address, rows]) => rows.map((row) => ({ address, row })));
  const failing = single.filter(({ address, row }) => {
    try {
      renderPage({ ...job, rows: { ...emptied(job.rows), [address]: [row] } });
      return false;
    } catch {
      return true;
    }
  });
  return failing.map(({ address, row }) => `${address.split("?")[0]} ${fieldsOf(row).uuid}`);
}

function emptied(rows: Rows): Rows {
  return Object.fromEntries(Object.keys(rows).map((address) => [address, []]));
}

function renderPage({ path, language, origin, rows }: Job): Rendered {
  clearCache();
  seedCache(rows);
  const page = pages.find((one) => isRendered(one) && matchesPath(one.path, path));
  if (!page) throw new Error(`${path} is no page that the server renders`);
  const { preview: shared } = words[language];
  const preview = previewNamed(page.preview)(inLanguage(rows, language), origin, shared, language, rows);
  const title = preview.title ?? page.title?.[language] ?? "";
  const html = renderBody(path, language, words[language].shop);
  if (html.includes(FAILED_PART)) throw new Error("A part of the page could not be rendered");
  const [preloads = ""] = /^(<link [^>]*>)*/.exec(html) ?? [];
  const facts = { title, preview, isPublic: Boolean(page.preview), path: path.replace("/*", ""), language, origin };
  const head = renderToStaticMarkup(<Head {...facts} />);
  return {
    head: head + preloads,
    body: html.slice(preloads.length),
    structured_data: renderToStaticMarkup(<StructuredData {...facts} />),
  };
}

/** Just what mountApp.tsx brings to life. */
function renderBody(path: string, language: Language, messages: Messages): string {
  return renderToString(
    <StrictMode>
      <FixedRouter pathname={path}>
        <App locale={{ language, messages }} />
      </FixedRouter>
    </StrictMode>,
  );
}

// They are part of this script, so they are there before anything calls it.
void preloadLazyComponents();
for (const language of languages) void loadOwnMessages(language);

/** Those for everybody, and of those with a guard what can be shown before it is known who asks. */
function isRendered({ preview, guard }: PageDescriptor): boolean {
  return Boolean(preview || guard);
}

const rendered = pages.filter(isRendered).map(({ path }) => path);
const isPattern = (path: string) => path.includes(":");

// What the program that runs this script calls; values are passed as JSON.
Object.assign(globalThis, {
  tapisPages: {
    // Every other address leads home.
    knownPaths: pages.map(({ path }) => path),
    paths: rendered.filter((path) => !isPattern(path)),
    optionalPaths: pages.filter(({ isOptional }) => isOptional).map(({ path }) => path),
    // Pages of single records.
    patterns: pages.filter(({ path, preview }) => preview && isPattern(path)).map(({ path }) => path),
    languages: Object.keys(words),
    // With one of these in its query a page is left to the browser.
    queryParameters: ["page", ...filterParameters],
    reads,
    render,
  },
});
