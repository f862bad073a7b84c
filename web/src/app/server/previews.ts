// What is said about each page where its link is shared and where it is searched: a sentence, a picture, its facts.
import type { ShopText, StoredImage } from "@/data/tables";
import type { Language } from "@/lib/language";
import { localizedText, shop } from "@/lib/shop";
import type { PreviewMessages } from "@/messages/preview.en";
import { type Rows, rowsOn } from "./rows";
import { eventJsonLd, galleryJsonLd, organizationJsonLd, productJsonLd, productListJsonLd } from "./structuredData";

/** Which of the previews below is a page's: one of these, or the one of a text of the shop. */
export type PreviewName = keyof typeof previews | ShopText;

/** A title of its own has the page whose description has none. */
export type Preview = { title?: string; description: string; image?: StoredImage | undefined; facts?: object[] };
/** `rows` in the language of the page, and as they are `stored`. */
export type PreviewOf = (rows: Rows, origin: string, m: PreviewMessages, language: Language, stored: Rows) => Preview;

const LONGEST_DESCRIPTION = 200;

const home: PreviewOf = (rows, origin, _, language) => ({
  description: localizedText(shop().tagline, language) || shop().name,
  image: rowsOn(rows, "slides")[0]?.image,
  facts: organizationJsonLd(origin, language),
});

/** Of pages that show no rows. */
const plain: PreviewOf = (_rows, _origin, _, language) => ({
  description: localizedText(shop().tagline, language) || shop().name,
});

const aboutUs: PreviewOf = (rows, origin, _, language) => ({
  description: shortened(rowsOn(rows, "about_us")[0]?.description ?? localizedText(shop().tagline, language)),
  facts: organizationJsonLd(origin, language),
});

/** Of a text of the shop: how it begins. */
const text =
  (column: ShopText): PreviewOf =>
  (rows, _origin, _, language) => ({
    description: shortened(rowsOn(rows, "shop_settings")[0]?.[column] ?? localizedText(shop().tagline, language)),
  });

const gallery: PreviewOf = (rows, origin, m) => ({
  description: m.gallery(shop().name),
  image: rowsOn(rows, "gallery")[0]?.image,
  facts: galleryJsonLd(rowsOn(rows, "gallery"), origin),
});

const products: PreviewOf = (rows, origin, m, _language, stored) => ({
  description: m.products(shop().name),
  image: rowsOn(rows, "products")[0]?.image,
  facts: productListJsonLd(rowsOn(rows, "products"), rowsOn(stored, "products"), origin),
});

const events: PreviewOf = (rows, _origin, m) => ({
  description: m.events(shop().name),
  image: rowsOn(rows, "events")[0]?.image,
});

const event: PreviewOf = (rows, origin, m) => {
  const [shown] = rowsOn(rows, "events");
  if (!shown) return { description: m.events(shop().name) };
  const facts = eventJsonLd(shown, origin);
  return {
    title: shown.name,
    description: shortened(shown.story || m.event(shown.name, shop().name)),
    image: shown.image,
    ...(facts && { facts: [facts] }),
  };
};

/** Of a coincidence of two short numbers, what is said is about the older. */
const product: PreviewOf = (rows, origin, m, _language, stored) => {
  const [shown] = rowsOn(rows, "products");
  if (!shown) return { description: m.products(shop().name) };
  return {
    title: shown.heading,
    description: shortened(shown.description || shown.sub_heading),
    image: shown.image,
    facts: [productJsonLd(shown, rowsOn(stored, "products"), origin)],
  };
};

const previews = { plain, home, aboutUs, gallery, products, product, events, event };

export function previewNamed(name: PreviewName | undefined): PreviewOf {
  if (!name) return plain;
  return name in previews ? previews[name as keyof typeof previews] : text(name as ShopText);
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= LONGEST_DESCRIPTION ? line : `${line.slice(0, LONGEST_DESCRIPTION - 1).trimEnd()}…`;
}
