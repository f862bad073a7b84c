// The shop as the server draws it: a script without a document and without a network, which turns rows into HTML.
import "./engine";
import { StrictMode } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { forgetRows, missingWhile, takeRows } from "@/data/publicRead";
import type { Language } from "@/lib/language";
import type { Messages } from "@/messages";
import { messages as en } from "@/messages/en";
import { messages as id } from "@/messages/id";
import { messages as previewEn } from "@/messages/preview.en";
import { messages as previewId } from "@/messages/preview.id";
import { App } from "../App";
import { Head } from "./Head";
import { previews, type Words } from "./previews";
import type { Rows } from "./rows";

const words: Record<Language, Words> = {
  en: { shop: en, preview: previewEn },
  id: { shop: id, preview: previewId },
};

type Drawing = { path: string; language: Language; origin: string; rows: Rows };
type Drawn = { head: string; body: string };

/** Which addresses below the data API a page shows. */
function reads(path: string): string[] {
  forgetRows();
  return missingWhile(() => drawBody(path, "en", en));
}

function draw({ path, language, origin, rows }: Drawing): Drawn {
  forgetRows();
  takeRows(rows);
  const preview = previews[path]?.(words[language], rows, origin);
  if (!preview) throw new Error(`${path} is no page that the server draws`);
  const drawn = drawBody(path, language, words[language].shop);
  const [preloads = ""] = /^(<link [^>]*>)*/.exec(drawn) ?? [];
  const head = renderToStaticMarkup(<Head {...{ preview, path, language, origin }} />);
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
    paths: Object.keys(previews),
    languages: Object.keys(words),
    // With these in its query a page is another than the one that is drawn.
    drawnByQuery: ["page"],
    reads,
    draw,
  },
});
