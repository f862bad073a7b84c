// The content of a shop under test: rows with real pictures, each a day older than the one before.
import { randomUUID } from "node:crypto";
import { type Colour, png } from "./pictures.ts";
import type { Account, Row, Shop, StoredImage } from "./shop.ts";

const colours: Colour[] = [
  [90, 15, 31],
  [194, 150, 74],
  [29, 61, 53],
  [43, 46, 92],
];

const productNames = ["Kebaya Mengkudu", "Tapis Pucuk Rebung", "Selendang Liwa", "Selop Kait"];

export function daysAgo(days: number): string {
  return new Date(Date.UTC(2026, 0, 31) - days * 86_400_000).toISOString();
}

/** Small: the shop makes each in several sizes and formats, and the layout asks for the same whatever they have. */
export function picture(shop: Shop, folder: string, place = 0, width = 150, height = 200): Promise<StoredImage> {
  return shop.store(folder, png(width, height, colours[place % colours.length]));
}

/** One picture serves all of them: what differs is the words. */
export async function fillProducts(shop: Shop, names: readonly string[] = productNames): Promise<Row[]> {
  const image = await picture(shop, "products");
  await shop.empty("products");
  return shop.add("products", ...names.map((heading, place) => product(heading, place, image)));
}

function product(heading: string, place: number, image: StoredImage) {
  return {
    image,
    heading,
    sub_heading: `Woven by hand, no. ${place + 1}`,
    category: "Kain",
    price: 1_250_000 + place * 50_000,
    created_at: daysAgo(place),
  };
}

export async function fillGallery(shop: Shop, headings: readonly string[]): Promise<Row[]> {
  const image = await picture(shop, "gallery", 1);
  await shop.empty("gallery");
  return shop.add(
    "gallery",
    ...headings.map((heading, place) => ({
      image,
      heading,
      sub_heading: `Look ${place + 1}`,
      created_at: daysAgo(place),
    })),
  );
}

export async function fillSlides(shop: Shop, titles: readonly string[]): Promise<void> {
  const images = await Promise.all(titles.map((_, place) => picture(shop, "slides", place, 480, 270)));
  await shop.empty("slides");
  await shop.add(
    "slides",
    ...titles.map((title, place) => ({ title, image: images[place], created_at: daysAgo(place) })),
  );
}

/** The way to pay on the cart's page, with a code that is square. */
export async function fillPaymentMethod(shop: Shop, pathname = "/shopping-cart"): Promise<Row | undefined> {
  const qris_image = await picture(shop, "payment-methods", 3, 300, 300);
  await shop.empty("payment_methods");
  const [method] = await shop.add("payment_methods", {
    pathname,
    payment_account: "Bank Contoh",
    account_number: "0000 1234",
    full_name: "Tapis Contoh",
    qris_image,
  });
  return method;
}

/** A line of the cart as the browser keeps it. */
export function cartLine(product: Row, over: Record<string, unknown> = {}) {
  const { uuid, heading, price, category, image } = product;
  const inserted_at = "2026-01-02T03:04:05.000Z";
  return { uuid, heading, price, category, image, checked: false, quantity_to_buy: 1, inserted_at, ...over };
}

/** An order as it stands in the database: the proof is the person's own, the record is put there past the browser. */
export async function placedOrder(shop: Shop, person: Account, products: Row[], over: Record<string, unknown> = {}) {
  const { access_token } = await shop.signInAs(person.email, person.password);
  const invoice_image = await shop.store("transactions/invoices", png(600, 800, colours[2]), "picture", access_token);
  const transactions = products.map((row, place) => cartLine(row, { checked: true, quantity_to_buy: place + 1 }));
  const order = { uuid: randomUUID(), user_id: person.id, transactions, invoice_image, status: "Processed", ...over };
  const [stored] = await shop.add("transactions", order);
  if (!stored) throw new Error("The order was not stored");
  return { ...stored, invoice_image };
}

/** Something on every public page. */
export async function fillShop(shop: Shop) {
  await fillSlides(shop, ["Sekapur Sirih", "Benang Emas"]);
  await fillGallery(shop, ["Emas", "Siger", "A very long name that no phone shows in a single line"]);
  await fillPaymentMethod(shop);
  const image = await picture(shop, "about-us-section");
  await shop.empty("about_us", "about_us_section");
  await shop.add("about_us_section", { image, heading: "A cloth with a memory", description: "One thread." });
  await shop.add("about_us", { heading: "Two looms", sub_heading: "In Lampung", description: "It began small." });
  return fillProducts(shop);
}

/** Also the payments that orders leave behind, whose amounts stay in use. */
export async function forgetOrders(shop: Shop): Promise<void> {
  await shop.empty("transactions", "delivery_ways");
  const tables = ["reconciliations", "refunds", "payments", "parcels"];
  await shop.sql(tables.map((table) => `delete from public.${table};`).join("\n"));
}
