// The reads of the public pages, newest first. A failed one throws; the pages show nothing and log it.
import { publicTables } from "./publicTables";
import type { AboutUs, AboutUsSection, GalleryItem, PaymentMethod, Product, Slide } from "./tables";

export const HOME_GALLERY_ITEMS = 12;
export const HOME_PRODUCTS = 9;

const newestFirst = { ascending: false };

export async function slides(): Promise<Slide[]> {
  return (await publicTables.from("slides").select().order("created_at", newestFirst).throwOnError()).data;
}

export async function aboutUsSection(): Promise<AboutUsSection | null> {
  const rows = publicTables.from("about_us_section").select().order("created_at", newestFirst).limit(1);
  return (await rows.maybeSingle().throwOnError()).data;
}

export async function aboutUs(): Promise<AboutUs | null> {
  const rows = publicTables.from("about_us").select().order("created_at", newestFirst).limit(1);
  return (await rows.maybeSingle().throwOnError()).data;
}

/** `from` and `limit` cut a page out of the list. */
export async function gallery(limit: number, from = 0): Promise<GalleryItem[]> {
  const rows = publicTables.from("gallery").select().order("created_at", newestFirst).order("uuid");
  return (await rows.range(from, from + limit - 1).throwOnError()).data;
}

export async function products(limit: number, from = 0): Promise<Product[]> {
  const rows = publicTables.from("products").select().order("created_at", newestFirst).order("uuid");
  return (await rows.range(from, from + limit - 1).throwOnError()).data;
}

/** Several methods may name one path: the newest is the one to pay by. */
export async function paymentMethodFor(pathname: string): Promise<PaymentMethod | null> {
  const rows = publicTables.from("payment_methods").select().eq("pathname", pathname);
  return (await rows.order("created_at", newestFirst).limit(1).maybeSingle().throwOnError()).data;
}
