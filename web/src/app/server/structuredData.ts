// JSON-LD structured data in schema.org terms.
import type { CastingEvent, EventDay, GalleryItem, Product, StoredImage } from "@/data/tables";
import { eventPath, findVenue, sortEventDays } from "@/entities/castingEvent";
import { productPath } from "@/entities/productPath";
import { isSoldOut } from "@/entities/productSizes";
import type { Language } from "@/lib/language";
import { getShop, pickLocalizedText } from "@/lib/shop";
import { buildPictureUrl } from "@/ui/Picture";

const context = { "@context": "https://schema.org" };
const PICTURE_WIDTH = 832;

/** The absolute URL of a picture. */
export function absoluteUrl(image: StoredImage, origin: string): string {
  const address = buildPictureUrl(image.url, PICTURE_WIDTH);
  return address.startsWith("/") ? origin + address : address;
}

export function organizationJsonLd(origin: string, language: Language): object[] {
  const { name, tagline, address, phone, social } = getShop();
  const house = {
    ...context,
    "@type": "Organization",
    "@id": `${origin}/#house`,
    name,
    description: pickLocalizedText(tagline, language),
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    address,
    telephone: phone,
    ...(social.length > 0 && { sameAs: social.map(({ url }) => url) }),
  };
  return [house, { ...context, "@type": "WebSite", name, url: `${origin}/` }];
}

/** URLs contain the untranslated name in every language. */
export type Stored = readonly Product[];

export function productListJsonLd(products: Product[], stored: Stored, origin: string): object[] {
  const entries = products.map((product, index) => ({
    "@type": "ListItem",
    position: index + 1,
    item: productFacts(product, origin, stored[index]),
  }));
  return [{ ...context, "@type": "ItemList", itemListElement: entries }];
}

export function productJsonLd(product: Product, [stored]: Stored, origin: string): object {
  return { ...context, ...productFacts(product, origin, stored) };
}

function productFacts(product: Product, origin: string, stored = product): object {
  const address = origin + productPath(stored);
  return {
    "@type": "Product",
    "@id": address,
    sku: product.uuid,
    name: product.heading,
    description: product.description ?? product.sub_heading,
    category: product.category,
    image: [product.image, ...product.pictures].map((image) => absoluteUrl(image, origin)),
    brand: { "@type": "Brand", name: getShop().name },
    offers: {
      "@type": "Offer",
      price: product.price,
      priceCurrency: "IDR",
      availability: `https://schema.org/${isSoldOut(product) ? "OutOfStock" : "InStock"}`,
      url: address,
    },
  };
}

export function galleryJsonLd(items: GalleryItem[], origin: string): object[] {
  const pictures = items.map((item) => ({
    "@type": "ImageObject",
    name: item.heading,
    caption: item.sub_heading,
    contentUrl: absoluteUrl(item.image, origin),
  }));
  return [{ ...context, "@type": "ImageGallery", url: `${origin}/gallery`, image: pictures }];
}

/** Null without a date, which search engines require. */
export function eventJsonLd(event: CastingEvent, origin: string): object | null {
  const days = sortEventDays(event);
  if (days.length === 0) return null;
  const address = origin + eventPath(event);
  return {
    ...context,
    "@type": "Event",
    "@id": address,
    url: address,
    name: event.name,
    ...(event.story && { description: event.story }),
    image: [event.image, ...event.pictures].map((image) => absoluteUrl(image, origin)),
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    organizer: { "@id": `${origin}/#house`, "@type": "Organization", name: getShop().name, url: `${origin}/` },
    ...dateFacts(days),
    location: event.places.map(({ name }) => placeFacts(event, name)),
    ...(days.length > 1 && { subEvent: days.map((day) => dayFacts(event, day)) }),
    ...(event.fee !== null && { offers: feeFacts(event, address) }),
  };
}

function dayFacts(event: CastingEvent, day: EventDay): object {
  const place = day.place || event.places.length === 1 ? placeFacts(event, day.place) : undefined;
  return {
    "@type": "Event",
    name: `${event.name}: ${day.kind}`,
    ...dateFacts([day]),
    ...(place && { location: place }),
  };
}

/** From the first of their hours to the last. */
function dateFacts(days: EventDay[]): object {
  const ends = days.map(({ date, from, until }) => inShopTime(date, until || from)).sort();
  const [startDate] = days.map(({ date, from }) => inShopTime(date, from)).sort();
  return { startDate, endDate: ends.at(-1) };
}

const inShopTime = (day: string, hour: string) => `${day}T${hour}:00+07:00`;

function placeFacts(event: CastingEvent, named: string): object {
  const { name = named, address = "", map = "" } = findVenue(event, named) ?? {};
  return { "@type": "Place", name, address: address || name, ...(map && { hasMap: map }) };
}

function feeFacts({ fee, opens_at, closes_at }: CastingEvent, url: string): object {
  return {
    "@type": "Offer",
    price: fee,
    priceCurrency: "IDR",
    url,
    ...(opens_at && { validFrom: opens_at }),
    ...(closes_at && { validThrough: closes_at }),
  };
}
