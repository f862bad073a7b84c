// The reads of the public pages, newest first. A failed one throws; the pages show nothing and log it.
import { publicRows } from "./publicRows";
import type { AboutUs, AboutUsSection, GalleryItem, PaymentMethod, Product, Slide } from "./tables";

export const HOME_GALLERY_ITEMS = 12;
export const HOME_PRODUCTS = 9;

const newestFirst = { select: "*", order: "created_at.desc,uuid" };

export function slides(): Promise<Slide[]> {
  return publicRows("slides", newestFirst);
}

export async function aboutUsSection(): Promise<AboutUsSection | null> {
  const [newest] = await publicRows("about_us_section", { ...newestFirst, limit: 1 });
  return newest ?? null;
}

export async function aboutUs(): Promise<AboutUs | null> {
  const [newest] = await publicRows("about_us", { ...newestFirst, limit: 1 });
  return newest ?? null;
}

/** `from` and `limit` cut a page out of the list. */
export function gallery(limit: number, from = 0): Promise<GalleryItem[]> {
  return publicRows("gallery", { ...newestFirst, limit, offset: from });
}

export function products(limit: number, from = 0): Promise<Product[]> {
  return publicRows("products", { ...newestFirst, limit, offset: from });
}

/** Several methods may name one path: the newest is the one to pay by. */
export async function paymentMethodFor(pathname: string): Promise<PaymentMethod | null> {
  const [newest] = await publicRows("payment_methods", { ...newestFirst, pathname: `eq.${pathname}`, limit: 1 });
  return newest ?? null;
}

/** What these products cost now; one that is no longer sold is missing from the answer. */
export async function prices(uuids: readonly string[]): Promise<Pick<Product, "uuid" | "price">[]> {
  if (uuids.length === 0) return [];
  return publicRows("products", { select: "uuid,price", uuid: `in.(${uuids.join(",")})` });
}
