// Server-side rendering of rows to HTML, in an engine without a DOM or network.
import "./engine";
import { StrictMode } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { clearReadCache, collectMissingReads, seedReadCache } from "@/data/publicRead";
import { FILTER_PARAMETERS } from "@/features/products/productFilters";
import { type Language, languages } from "@/lib/language";
import { preloadLazyComponents } from "@/lib/lazyWithPreload";
import { matchesPath } from "@/lib/paths";
import { toFields } from "@/lib/typeGuards";
import type { Messages } from "@/messages";
import { loadAccountMessages } from "@/messages/account";
import { messages as en } from "@/messages/en";
import { messages as id } from "@/messages/id";
import { type PreviewMessages, messages as previewEn } from "@/messages/preview.en";
import { messages as previewId } from "@/messages/preview.id";
import { shoppingMessagesIn } from "@/messages/shopping";
import { StaticRouter } from "@/ui/router";
import { App } from "../App";
import { type PageDescriptor, pages } from "../pages";
import { Head, StructuredData } from "./Head";
import { getPreviewBuilder } from "./previews";
import { type RowsByAddress, translateRows } from "./rows";

const words: Record<Language, { shop: Messages; preview: PreviewMessages }> = {
  en: { shop: en, preview: previewEn },
  id: { shop: id, preview: previewId },
};

type RenderJob = { path: string; language: Language; origin: string; rows: RowsByAddress };
type RenderResult = { head: string; body: string; structured_data: string };
/** `records`: those that fail to render even alone. */
type RenderFailure = { error: string; records: string[] };

// React's marker of a boundary whose content threw; the browser would render it again.
const FAILED_BOUNDARY = "<!--$!-->";

/** The data API paths that a page reads. */
function reads(path: string): string[] {
  clearReadCache();
  return collectMissingReads(() => renderBody(path, "en", en));
}

/** An error is returned rather than thrown, so that other pages still render. */
function render(job: RenderJob): RenderResult | RenderFailure {
  try {
    return renderPage(job);
  } catch (error) {
    return { error: String(error), records: failingRecords(job) };
  }
}

function failingRecords(job: RenderJob): string[] {
  const single = Object.entries(job.rows).flatMap(([address, rows]) => rows.map((row) => ({ address, row })));
  const failing = single.filter(({ address, row }) => {
    try {
      renderPage({ ...job, rows: { ...withoutRows(job.rows), [address]: [row] } });
      return false;
    } catch {
      return true;
    }
  });
  return failing.map(({ address, row }) => `${address.split("?")[0]} ${toFields(row).uuid}`);
}

function withoutRows(rows: RowsByAddress): RowsByAddress {
  return Object.fromEntries(Object.keys(rows).map((address) => [address, []]));
}

function renderPage({ path, language, origin, rows }: RenderJob): RenderResult {
  clearReadCache();
  seedReadCache(rows);
  const page = pages.find((candidate) => isRendered(candidate) && matchesPath(candidate.path, path));
  if (!page) throw new Error(`${path} is no page that the server renders`);
  const { preview: shared } = words[language];
  const preview = getPreviewBuilder(page.preview)(translateRows(rows, language), origin, shared, language, rows);
  const title = preview.title ?? page.title?.[language] ?? "";
  const html = renderBody(path, language, words[language].shop);
  if (html.includes(FAILED_BOUNDARY)) throw new Error("A part of the page could not be rendered");
  const [preloads = ""] = /^(<link [^>]*>)*/.exec(html) ?? [];
  const facts = { title, preview, isPublic: Boolean(page.preview), path: path.replace("/*", ""), language, origin };
  const head = renderToStaticMarkup(<Head {...facts} />);
  return {
    head: head + preloads,
    body: html.slice(preloads.length),
    structured_data: renderToStaticMarkup(<StructuredData {...facts} />),
  };
}

/** The same tree as in mountApp.tsx, for hydration. */
function renderBody(path: string, language: Language, messages: Messages): string {
  return renderToString(
    <StrictMode>
      <StaticRouter pathname={path}>
        <App locale={{ language, messages }} />
      </StaticRouter>
    </StrictMode>,
  );
}

// Bundled with this script, so these resolve before the first call.
void preloadLazyComponents();
for (const language of languages) {
  void loadAccountMessages(language);
  void shoppingMessagesIn(language);
}

/** Public pages, and for guarded ones the shell that needs no session. */
function isRendered({ preview, guard }: PageDescriptor): boolean {
  return Boolean(preview || guard);
}

const rendered = pages.filter(isRendered).map(({ path }) => path);
const isPattern = (path: string) => path.includes(":");

// The interface called by the host process; values are passed as JSON.
Object.assign(globalThis, {
  tapisPages: {
    // Unknown paths redirect home.
    knownPaths: pages.map(({ path }) => path),
    paths: rendered.filter((path) => !isPattern(path)),
    optionalPaths: pages.filter(({ isOptional }) => isOptional).map(({ path }) => path),
    // Pages of single records.
    patterns: pages.filter(({ path, preview }) => preview && isPattern(path)).map(({ path }) => path),
    languages: Object.keys(words),
    // With one of these query parameters a page is rendered by the browser.
    queryParameters: ["page", ...FILTER_PARAMETERS],
    reads,
    render,
  },
});
