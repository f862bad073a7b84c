// The shop as the server draws it: a script without a document and without a network, which turns rows into HTML.
import "./engine";
import { StrictMode } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { forgetRows, missingWhile, takeRows } from "@/data/publicRead";
import { fieldsOf } from "@/lib/found";
import type { Language } from "@/lib/language";
import type { Messages } from "@/messages";
import { messages as en } from "@/messages/en";
import { messages as id } from "@/messages/id";
import { type PreviewMessages, messages as previewEn } from "@/messages/preview.en";
import { messages as previewId } from "@/messages/preview.id";
import { App } from "../App";
import { pages } from "../pages";
import { Head } from "./Head";
import type { Rows } from "./rows";

const words: Record<Language, { shop: Messages; preview: PreviewMessages }> = {
  en: { shop: en, preview: previewEn },
  id: { shop: id, preview: previewId },
};

type Drawing = { path: string; language: Language; origin: string; rows: Rows };
type Drawn = { head: string; body: string };
/** `records`: those with which the page fails also when it shows nothing else. */
type Failed = { error: string; records: string[] };

// What React leaves where a part of the page threw; the browser would have to render it anew.
const FAILED_PART = "<!--$!-->";

/** Which addresses below the data API a page shows. */
function reads(path: string): string[] {
  forgetRows();
  return missingWhile(() => drawBody(path, "en", en));
}

/** A page that fails leaves the others alone: its failure is an answer. */
function draw(drawing: Drawing): Drawn | Failed {
  try {
    return renderPage(drawing);
  } catch (error) {
    return { error: String(error), records: failingRecords(drawing) };
  }
}

function failingRecords(drawing: Drawing): string[] {
  const single = Object.entries(drawing.rows).flatMap(([address, rows]) => rows.map((row) => ({ address, row })));
  const failing = single.filter(({ address, row }) => {
    try {
      renderPage({ ...drawing, rows: { ...emptied(drawing.rows), [address]: [row] } });
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

function renderPage({ path, language, origin, rows }: Drawing): Drawn {
  forgetRows();
  takeRows(rows);
  const page = pages.find((one) => one.path === path);
  if (!page?.preview || !page.title) throw new Error(`${path} is no page that the server renders`);
  const preview = page.preview(rows, origin, words[language].preview);
  const title = page.title[language];
  const drawn = drawBody(path, language, words[language].shop);
  if (drawn.includes(FAILED_PART)) throw new Error("A part of the page could not be rendered");
  const [preloads = ""] = /^(<link [^>]*>)*/.exec(drawn) ?? [];
  const head = renderToStaticMarkup(<Head {...{ title, preview, path, language, origin }} />);
  return { head: head + preloads, body: drawn.slice(preloads.length) };
}

/** Just what openShop.tsx brings to life. */
function drawBody(path: string, language: Language, messages: Messages): string {
  return renderToString(
    <StrictMode>
      <StaticRouter location={path}>
        <App speech={{ language, messages }} />
      </StaticRouter>
    </StrictMode>,
  );
}

// What the program that runs this script calls; values cross the border as JSON.
Object.assign(globalThis, {
  tapisPages: {
    paths: pages.filter(({ preview }) => preview).map(({ path }) => path),
    languages: Object.keys(words),
    // With these in its query a page is another than the one that is drawn.
    drawnByQuery: ["page"],
    reads,
    draw,
  },
});
