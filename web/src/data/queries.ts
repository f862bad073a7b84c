// The reads of the public pages, newest first: each says where its rows are; whoever shows them reads.
import { type Place, pageOf } from "./keysetPages";
import { firstOf, inGivenOrder, newestFirst, type PublicQuery, readNow, rowsOf } from "./publicRows";
import type { AboutUs, AboutUsSection, GalleryItem, PaymentMethod, Product, Slide } from "./tables";

export const HOME_GALLERY_ITEMS = 12;
export const HOME_PRODUCTS = 9;

export const slides: PublicQuery<Slide[]> = rowsOf("slides", inGivenOrder);

export const aboutUsSection: PublicQuery<AboutUsSection | null> = firstOf("about_us_section", newestFirst);

export const aboutUs: PublicQuery<AboutUs | null> = firstOf("about_us", newestFirst);

export function gallery(limit: number, place?: Place): PublicQuery<GalleryItem[]> {
  return pageOf("gallery", limit, place);
}

export function products(limit: number, place?: Place): PublicQuery<Product[]> {
  return pageOf("products", limit, place);
}

/** Several methods may name one path: the newest is the one to pay by. */
export function paymentMethodFor(pathname: string): Promise<PaymentMethod | null> {
  return readNow(firstOf("payment_methods", { ...newestFirst, pathname: `eq.${pathname}` }));
}

export type Offer = Pick<Product, "uuid" | "price" | "sizes">;

/** What these products cost now and what is left of them; one that is no longer sold is missing from the answer. */
export async function offersOf(uuids: readonly string[]): Promise<Offer[]> {
  if (uuids.length === 0) return [];
  return readNow(rowsOf("products", { select: "uuid,price,sizes", uuid: `in.(${uuids.join(",")})` }));
}
