// What is said about each page where its link is shared and where it is searched: a sentence, a picture, its facts.
import type { StoredImage } from "@/data/tables";
import { brand } from "@/lib/config";
import type { Messages } from "@/messages";
import type { PreviewMessages } from "@/messages/preview.en";
import { catalogueFacts, galleryFacts, houseFacts } from "./facts";
import { type Rows, rowsOn } from "./rows";

export type Preview = { title: string; description: string; image: StoredImage | undefined; facts: object[] };
export type Words = { shop: Messages; preview: PreviewMessages };

const LONGEST_DESCRIPTION = 200;

export const previews: Record<string, (words: Words, rows: Rows, origin: string) => Preview> = {
  "/": ({ shop }, rows, origin) => ({
    title: shop.titles.home,
    description: brand.tagline || brand.name,
    image: rowsOn(rows, "slides")[0]?.image,
    facts: houseFacts(origin),
  }),
  "/about-us": ({ shop }, rows, origin) => ({
    title: shop.titles.aboutUs,
    description: shortened(rowsOn(rows, "about_us")[0]?.description ?? brand.tagline),
    image: undefined,
    facts: houseFacts(origin),
  }),
  "/gallery": ({ shop, preview }, rows, origin) => ({
    title: shop.titles.gallery,
    description: preview.gallery(brand.name),
    image: rowsOn(rows, "gallery")[0]?.image,
    facts: galleryFacts(rowsOn(rows, "gallery"), origin),
  }),
  "/products": ({ shop, preview }, rows, origin) => ({
    title: shop.titles.products,
    description: preview.products(brand.name),
    image: rowsOn(rows, "products")[0]?.image,
    facts: catalogueFacts(rowsOn(rows, "products"), origin),
  }),
};

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= LONGEST_DESCRIPTION ? line : `${line.slice(0, LONGEST_DESCRIPTION - 1).trimEnd()}…`;
}
