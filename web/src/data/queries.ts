// The reads of the public pages, newest first: each says where its rows are; whoever shows them reads.
import { keysetPage, type Order, type PageStart } from "./keysetPages";
import { firstRow, inManualOrder, newestFirst, type PublicQuery, readOnce, rowsOf, viewRows } from "./publicRows";
import type { AboutUs, AboutUsSection, GalleryItem, PaymentMethod, Product, Slide } from "./tables";

export const HOME_GALLERY_ITEMS = 12;
export const HOME_PRODUCTS = 9;

export const slides: PublicQuery<Slide[]> = rowsOf("slides", inManualOrder);

export const aboutUsSection: PublicQuery<AboutUsSection | null> = firstRow("about_us_section", newestFirst);

export const aboutUs: PublicQuery<AboutUs | null> = firstRow("about_us", newestFirst);

export function gallery(limit: number, place?: PageStart): PublicQuery<GalleryItem[]> {
  return keysetPage("gallery", limit, place, { column: "sort_time", ascending: false });
}

export function products(
  limit: number,
  place?: PageStart,
  order?: Order,
  conditions?: Record<string, string>,
): PublicQuery<Product[]> {
  return keysetPage("products", limit, place, order, conditions);
}

/** A condition on products: the words that are searched for; with `near`, what is written nearly so is found, too. */
export interface Search {
  words: string;
  near?: boolean;
  /** In which it can be bought. */
  size?: string;
  /** Said by anything: only what is in stock. */
  available?: string;
}

/** Products in whose texts every word stands, in either language. */
export function searchProducts(
  { words, near, size, available }: Search,
  limit: number,
  place?: PageStart,
  order?: Order,
  conditions?: Record<string, string>,
): PublicQuery<Product[]> {
  const search = {
    ...(words && { words }),
    ...(near && { near: "true" }),
    ...(size && { in_size: size }),
    ...(available && { in_stock: "true" }),
  };
  return keysetPage("rpc/search_products", limit, place, order, { ...search, ...conditions });
}

/** What products there are, by their kind. */
export const productCategories = viewRows("product_categories", {
  select: "*",
  order: "category",
});

/** In which sizes there are products. */
export const productSizes = viewRows("product_sizes", { select: "size", order: "size" });

/** Of these, what is sold. Asked in one order, so that the same ones are the same answer. */
export function productsAmong(uuids: readonly string[]): PublicQuery<Product[]> {
  return rowsOf("products", { select: "*", uuid: `in.(${[...uuids].sort().join(",")})` });
}

/** Whose number begins with these eight digits: one, but for a coincidence; the older first. */
export function productsByShortId(shortId: string): PublicQuery<Product[]> {
  const [lowest, highest] = ["0000", "ffff"].map((part) => [shortId, part, part, part, part.repeat(3)].join("-"));
  const and = `(uuid.gte.${lowest},uuid.lte.${highest})`;
  return rowsOf("products", { select: "*", order: "created_at,uuid", and });
}

/** Several methods may name one path: the newest is the one to pay by. */
export function paymentMethodFor(pathname: string): Promise<PaymentMethod | null> {
  return readOnce(firstRow("payment_methods", { ...newestFirst, pathname: `eq.${pathname}` }));
}

export type Offer = Pick<Product, "uuid" | "price" | "sizes" | "weight">;

/** What these products cost now and what is left of them; one that is no longer sold is missing from the answer. */
export async function offersOf(uuids: readonly string[]): Promise<Offer[]> {
  if (uuids.length === 0) return [];
  return readOnce(rowsOf("products", { select: "uuid,price,sizes,weight", uuid: `in.(${uuids.join(",")})` }));
}
