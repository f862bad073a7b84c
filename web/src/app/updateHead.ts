// The head of the page that is shown, where it was opened without asking the server: what is shared and kept from here is
// this page, and not the first one. What machines read about the first one goes: they read what the server renders.
import { onRead, shownRows } from "@/data/publicRead";
import { config } from "@/lib/config";
import type { Language } from "@/lib/language";
import type { PreviewMessages } from "@/messages/preview.en";
import type { PageDescriptor } from "./pages";
import { previewNamed } from "./server/previews";
import { inLanguage } from "./server/rows";
import { type HeadFacts, type Tag, tagsOf } from "./server/tags";

const words: Record<Language, () => Promise<{ messages: PreviewMessages }>> = {
  en: () => import("@/messages/preview.en"),
  id: () => import("@/messages/preview.id"),
};
const OF_ONE_PAGE =
  'meta[name=description], meta[property^="og:"], meta[name^="twitter:"], link[rel=canonical], link[hreflang], script[type="application/ld+json"]';

/** Until the next page is followed: its rows may come later than itself. */
export async function updateHead(page: PageDescriptor, path: string, language: Language): Promise<void> {
  const { messages } = await words[language]();
  const describe = () => {
    if (location.pathname === path) showTags(tagsOf(factsOf(page, path, language, messages)));
  };
  onRead(describe);
  describe();
}

function factsOf(page: PageDescriptor, path: string, language: Language, m: PreviewMessages): HeadFacts {
  const origin = config.url && new URL(config.url).origin === location.origin ? config.url : location.origin;
  const rows = shownRows();
  const preview = previewNamed(page.preview)(inLanguage(rows, language), origin, m, language, rows);
  const title = preview.title ?? page.title?.[language] ?? "";
  return { title, preview, isPublic: Boolean(page.preview), path, language, origin };
}

function showTags(tags: Tag[]): void {
  for (const former of document.querySelectorAll(OF_ONE_PAGE)) former.remove();
  document.head.append(...tags.map(elementOf));
}

function elementOf([name, attributes]: Tag): HTMLElement {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  return element;
}
