// Queries of the public pages, newest first; they only describe the request.
import { keysetPageQuery, type PageStart, type SortOrder } from "./keysetPages";
import {
  fetchPublic,
  firstRowQuery,
  MANUAL_ORDER_PARAMS,
  NEWEST_FIRST_PARAMS,
  type PublicQuery,
  tableQuery,
  viewQuery,
} from "./publicRows";
import type { AboutUs, AboutUsSection, GalleryItem, PaymentMethod, Product, Slide } from "./tables";

export const MAX_HOME_GALLERY_ITEMS = 12;
export const MAX_HOME_PRODUCTS = 9;

export const slidesQuery: PublicQuery<Slide[]> = tableQuery("slides", MANUAL_ORDER_PARAMS);

export const aboutUsSectionQuery: PublicQuery<AboutUsSection | null> = firstRowQuery(
  "about_us_section",
  NEWEST_FIRST_PARAMS,
);

export const aboutUsQuery: PublicQuery<AboutUs | null> = firstRowQuery("about_us", NEWEST_FIRST_PARAMS);

export function galleryQuery(limit: number, start?: PageStart): PublicQuery<GalleryItem[]> {
  return keysetPageQuery("gallery", limit, start, { column: "sort_time", ascending: false });
}

export function productsQuery(
  limit: number,
  start?: PageStart,
  order?: SortOrder,
  conditions?: Record<string, string>,
): PublicQuery<Product[]> {
  return keysetPageQuery("products", limit, start, order, conditions);
}

/** A product search; `near` also finds similar spellings. */
interface ProductSearch {
  words: string;
  near?: boolean;
  /** Only products available in this size. */
  size?: string;
  /** Any non-empty value: only products in stock. */
  available?: string;
}

/** Products whose texts contain every word, in either language. */
export function productSearchQuery(
  { words, near, size, available }: ProductSearch,
  limit: number,
  start?: PageStart,
  order?: SortOrder,
  conditions?: Record<string, string>,
): PublicQuery<Product[]> {
  const search = {
    ...(words && { words }),
    ...(near && { near: "true" }),
    ...(size && { in_size: size }),
    ...(available && { in_stock: "true" }),
  };
  return keysetPageQuery("rpc/search_products", limit, start, order, { ...search, ...conditions });
}

/** The categories of products. */
export const productCategoriesQuery = viewQuery("product_categories", {
  select: "*",
  order: "category",
});

/** The sizes of products. */
export const productSizesQuery = viewQuery("product_sizes", { select: "size", order: "size" });

/** Those of these products that are sold. Sorted, so that equal sets have the same cache key. */
export function productsByUuidQuery(uuids: readonly string[]): PublicQuery<Product[]> {
  return tableQuery("products", { select: "*", uuid: `in.(${[...uuids].sort().join(",")})` });
}

/** Products whose uuid starts with these eight digits, oldest first; more than one only by coincidence. */
export function productsByShortIdQuery(shortId: string): PublicQuery<Product[]> {
  const [lowest, highest] = ["0000", "ffff"].map((part) => [shortId, part, part, part, part.repeat(3)].join("-"));
  const and = `(uuid.gte.${lowest},uuid.lte.${highest})`;
  return tableQuery("products", { select: "*", order: "created_at,uuid", and });
}

/** Several methods may have the same path: the newest applies. */
export function fetchPaymentMethod(pathname: string): Promise<PaymentMethod | null> {
  return fetchPublic(firstRowQuery("payment_methods", { ...NEWEST_FIRST_PARAMS, pathname: `eq.${pathname}` }));
}

export type ProductOffer = Pick<Product, "uuid" | "price" | "sizes" | "weight" | "translations">;

/** Current prices, stock and translations; products no longer sold are missing from the result. */
export async function fetchOffers(uuids: readonly string[]): Promise<ProductOffer[]> {
  if (uuids.length === 0) return [];
  return fetchPublic(
    tableQuery("products", { select: "uuid,price,sizes,weight,translations", uuid: `in.(${uuids.join(",")})` }),
  );
}
