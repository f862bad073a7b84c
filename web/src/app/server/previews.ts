// The preview of each page for shared links and search engines: description, image, structured data.
import type { ShopText, StoredImage } from "@/data/tables";
import type { Language } from "@/lib/language";
import { getShop, pickLocalizedText } from "@/lib/shop";
import type { PreviewMessages } from "@/messages/preview.en";
import { type Rows, rowsOn } from "./rows";
import { eventJsonLd, galleryJsonLd, organizationJsonLd, productJsonLd, productListJsonLd } from "./structuredData";

/** One of the previews below, or the one of a shop text. */
export type PreviewName = keyof typeof previews | ShopText;

/** `title` is set by pages whose descriptor has none. */
export type Preview = { title?: string; description: string; image?: StoredImage | undefined; facts?: object[] };
/** `rows` are in the page's language, `stored` untranslated. */
export type PreviewOf = (rows: Rows, origin: string, m: PreviewMessages, language: Language, stored: Rows) => Preview;

const MAX_DESCRIPTION = 200;

const home: PreviewOf = (rows, origin, _, language) => ({
  description: pickLocalizedText(getShop().tagline, language) || getShop().name,
  image: rowsOn(rows, "slides")[0]?.image,
  facts: organizationJsonLd(origin, language),
});

/** For pages without rows. */
const plain: PreviewOf = (_rows, _origin, _, language) => ({
  description: pickLocalizedText(getShop().tagline, language) || getShop().name,
});

const aboutUs: PreviewOf = (rows, origin, _, language) => ({
  description: truncated(rowsOn(rows, "about_us")[0]?.description ?? pickLocalizedText(getShop().tagline, language)),
  facts: organizationJsonLd(origin, language),
});

/** The beginning of a shop text. */
const text =
  (column: ShopText): PreviewOf =>
  (rows, _origin, _, language) => ({
    description: truncated(
      rowsOn(rows, "shop_settings")[0]?.[column] ?? pickLocalizedText(getShop().tagline, language),
    ),
  });

const gallery: PreviewOf = (rows, origin, m) => ({
  description: m.gallery(getShop().name),
  image: rowsOn(rows, "gallery")[0]?.image,
  facts: galleryJsonLd(rowsOn(rows, "gallery"), origin),
});

const products: PreviewOf = (rows, origin, m, _language, stored) => ({
  description: m.products(getShop().name),
  image: rowsOn(rows, "products")[0]?.image,
  facts: productListJsonLd(rowsOn(rows, "products"), rowsOn(stored, "products"), origin),
});

const events: PreviewOf = (rows, _origin, m) => ({
  description: m.events(getShop().name),
  image: rowsOn(rows, "events")[0]?.image,
});

const event: PreviewOf = (rows, origin, m) => {
  const [row] = rowsOn(rows, "events");
  if (!row) return { description: m.events(getShop().name) };
  const facts = eventJsonLd(row, origin);
  return {
    title: row.name,
    description: truncated(row.story || m.event(row.name, getShop().name)),
    image: row.image,
    ...(facts && { facts: [facts] }),
  };
};

/** If two products share a short number, the older one is meant. */
const product: PreviewOf = (rows, origin, m, _language, stored) => {
  const [row] = rowsOn(rows, "products");
  if (!row) return { description: m.products(getShop().name) };
  return {
    title: row.heading,
    description: truncated(row.description || row.sub_heading),
    image: row.image,
    facts: [productJsonLd(row, rowsOn(stored, "products"), origin)],
  };
};

const previews = { plain, home, aboutUs, gallery, products, product, events, event };

export function previewNamed(name: PreviewName | undefined): PreviewOf {
  if (!name) return plain;
  return name in previews ? previews[name as keyof typeof previews] : text(name as ShopText);
}

function truncated(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= MAX_DESCRIPTION ? line : `${line.slice(0, MAX_DESCRIPTION - 1).trimEnd()}…`;
}
