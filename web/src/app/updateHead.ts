// Updates the <head> after client-side navigation, so that shared links show this page. Structured data is removed:
// search engines read only what the server renders.
import { getShownRows, setReadListener } from "@/data/publicRead";
import { config } from "@/lib/config";
import type { Language } from "@/lib/language";
import type { PreviewMessages } from "@/messages/preview.en";
import type { PageDescriptor } from "./pages";
import { getPreviewBuilder } from "./server/previews";
import { translateRows } from "./server/rows";
import { buildHeadTags, type HeadProps, type HeadTag } from "./server/tags";

const words: Record<Language, () => Promise<{ messages: PreviewMessages }>> = {
  en: () => import("@/messages/preview.en"),
  id: () => import("@/messages/preview.id"),
};
const PAGE_TAGS =
  'meta[name=description], meta[property^="og:"], meta[name^="twitter:"], link[rel=canonical], link[hreflang], script[type="application/ld+json"]';

/** Updates again on every read until the next navigation, since rows may arrive later. */
export async function updateHead(page: PageDescriptor, path: string, language: Language): Promise<void> {
  const { messages } = await words[language]();
  const update = () => {
    if (location.pathname === path) replaceTags(buildHeadTags(headFacts(page, path, language, messages)));
  };
  setReadListener(update);
  update();
}

function headFacts(page: PageDescriptor, path: string, language: Language, m: PreviewMessages): HeadProps {
  const origin = config.url && new URL(config.url).origin === location.origin ? config.url : location.origin;
  const rows = getShownRows();
  const preview = getPreviewBuilder(page.preview)(translateRows(rows, language), origin, m, language, rows);
  const title = preview.title ?? page.title?.[language] ?? "";
  return { title, preview, isPublic: Boolean(page.preview), path, language, origin };
}

function replaceTags(tags: HeadTag[]): void {
  for (const element of document.querySelectorAll(PAGE_TAGS)) element.remove();
  document.head.append(...tags.map(createElement));
}

function createElement([name, attributes]: HeadTag): HTMLElement {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  return element;
}
