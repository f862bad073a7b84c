// The preview of each page for shared links and search engines: description, image, structured data.
import type { ShopText, StoredImage } from "@/data/tables";
import type { Language } from "@/lib/language";
import { getShop, pickLocalizedText } from "@/lib/shop";
import type { PreviewMessages } from "@/messages/preview.en";
import { getTableRows, type RowsByAddress } from "./rows";
import { eventJsonLd, galleryJsonLd, organizationJsonLd, productJsonLd, productListJsonLd } from "./structuredData";

/** One of the previews below, or the one of a shop text. */
export type PreviewName = keyof typeof previews | ShopText;

/** `title` is set by pages whose descriptor has none. */
export type PagePreview = { title?: string; description: string; image?: StoredImage | undefined; facts?: object[] };
/** `rows` are in the page's language, `stored` untranslated. */
type BuildPreview = (
  rows: RowsByAddress,
  origin: string,
  m: PreviewMessages,
  language: Language,
  stored: RowsByAddress,
) => PagePreview;

const MAX_DESCRIPTION = 200;

const home: BuildPreview = (rows, origin, _, language) => ({
  description: pickLocalizedText(getShop().tagline, language) || getShop().name,
  image: getTableRows(rows, "slides")[0]?.image,
  facts: organizationJsonLd(origin, language),
});

/** For pages without rows. */
const plain: BuildPreview = (_rows, _origin, _, language) => ({
  description: pickLocalizedText(getShop().tagline, language) || getShop().name,
});

const aboutUs: BuildPreview = (rows, origin, _, language) => ({
  description: truncated(
    getTableRows(rows, "about_us")[0]?.description ?? pickLocalizedText(getShop().tagline, language),
  ),
  facts: organizationJsonLd(origin, language),
});

/** The beginning of a shop text. */
const text =
  (column: ShopText): BuildPreview =>
  (rows, _origin, _, language) => ({
    description: truncated(
      getTableRows(rows, "shop_settings")[0]?.[column] ?? pickLocalizedText(getShop().tagline, language),
    ),
  });

const gallery: BuildPreview = (rows, origin, m) => ({
  description: m.gallery(getShop().name),
  image: getTableRows(rows, "gallery")[0]?.image,
  facts: galleryJsonLd(getTableRows(rows, "gallery"), origin),
});

const products: BuildPreview = (rows, origin, m, _language, stored) => ({
  description: m.products(getShop().name),
  image: getTableRows(rows, "products")[0]?.image,
  facts: productListJsonLd(getTableRows(rows, "products"), getTableRows(stored, "products"), origin),
});

const events: BuildPreview = (rows, _origin, m) => ({
  description: m.events(getShop().name),
  image: getTableRows(rows, "events")[0]?.image,
});

const event: BuildPreview = (rows, origin, m) => {
  const [row] = getTableRows(rows, "events");
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
const product: BuildPreview = (rows, origin, m, _language, stored) => {
  const [row] = getTableRows(rows, "products");
  if (!row) return { description: m.products(getShop().name) };
  return {
    title: row.heading,
    description: truncated(row.description || row.sub_heading),
    image: row.image,
    facts: [productJsonLd(row, getTableRows(stored, "products"), origin)],
  };
};

const previews = { plain, home, aboutUs, gallery, products, product, events, event };

export function getPreviewBuilder(name: PreviewName | undefined): BuildPreview {
  if (!name) return plain;
  return name in previews ? previews[name as keyof typeof previews] : text(name as ShopText);
}

function truncated(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  // A character of two code units is not cut in half: no UTF-8 could say the rest of it.
  const start = line.slice(0, MAX_DESCRIPTION - 1).replace(/[\ud800-\udbff]$/, "");
  return line.length <= MAX_DESCRIPTION ? line : `${start.trimEnd()}…`;
}
