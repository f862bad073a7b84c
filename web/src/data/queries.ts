// Queries of the public pages, newest first; they only describe the request.
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

/** A product search; `near` also finds similar spellings. */
export interface Search {
  words: string;
  near?: boolean;
  /** Only products available in this size. */
  size?: string;
  /** Any non-empty value: only products in stock. */
  available?: string;
}

/** Products whose texts contain every word, in either language. */
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

/** The categories of products. */
export const productCategories = viewRows("product_categories", {
  select: "*",
  order: "category",
});

/** The sizes of products. */
export const productSizes = viewRows("product_sizes", { select: "size", order: "size" });

/** Those of these products that are sold. Sorted, so that equal sets have the same cache key. */
export function productsAmong(uuids: readonly string[]): PublicQuery<Product[]> {
  return rowsOf("products", { select: "*", uuid: `in.(${[...uuids].sort().join(",")})` });
}

/** Products whose uuid starts with these eight digits, oldest first; more than one only by coincidence. */
export function productsByShortId(shortId: string): PublicQuery<Product[]> {
  const [lowest, highest] = ["0000", "ffff"].map((part) => [shortId, part, part, part, part.repeat(3)].join("-"));
  const and = `(uuid.gte.${lowest},uuid.lte.${highest})`;
  return rowsOf("products", { select: "*", order: "created_at,uuid", and });
}

/** Several methods may have the same path: the newest applies. */
export function paymentMethodFor(pathname: string): Promise<PaymentMethod | null> {
  return readOnce(firstRow("payment_methods", { ...newestFirst, pathname: `eq.${pathname}` }));
}

export type Offer = Pick<Product, "uuid" | "price" | "sizes" | "weight" | "translations">;

/** Current prices, stock and translations; products no longer sold are missing from the result. */
export async function offersOf(uuids: readonly string[]): Promise<Offer[]> {
  if (uuids.length === 0) return [];
  return readOnce(
    rowsOf("products", { select: "uuid,price,sizes,weight,translations", uuid: `in.(${uuids.join(",")})` }),
  );
}
