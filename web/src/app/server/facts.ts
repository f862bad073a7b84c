// What machines read about a page, in the words of schema.org.
import type { GalleryItem, Product, StoredImage } from "@/data/tables";
import { brand } from "@/lib/config";
import type { Language } from "@/lib/language";
import { tagline } from "@/lib/tagline";
import { pictureAddress } from "@/ui/Picture";

const context = { "@context": "https://schema.org" };
const PICTURE_WIDTH = 1280;

/** The picture's address with the shop's own in front of it. */
export function absoluteAddress(image: StoredImage, origin: string): string {
  const address = pictureAddress(image.url, PICTURE_WIDTH);
  return address.startsWith("/") ? origin + address : address;
}

export function organizationFacts(origin: string, language: Language): object[] {
  const house = {
    ...context,
    "@type": "Organization",
    "@id": `${origin}/#house`,
    name: brand.name,
    description: tagline(language),
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    address: brand.address,
    telephone: brand.phone,
    ...(brand.social.url && { sameAs: [brand.social.url] }),
  };
  return [house, { ...context, "@type": "WebSite", name: brand.name, url: `${origin}/` }];
}

export function catalogueFacts(products: Product[], origin: string): object[] {
  const entries = products.map((product, index) => ({
    "@type": "ListItem",
    position: index + 1,
    item: {
      "@type": "Product",
      sku: product.uuid,
      name: product.heading,
      description: product.description ?? product.sub_heading,
      category: product.category,
      image: absoluteAddress(product.image, origin),
      brand: { "@type": "Brand", name: brand.name },
      offers: {
        "@type": "Offer",
        price: product.price,
        priceCurrency: "IDR",
        availability: "https://schema.org/InStock",
        url: `${origin}/products`,
      },
    },
  }));
  return [{ ...context, "@type": "ItemList", itemListElement: entries }];
}

export function galleryFacts(items: GalleryItem[], origin: string): object[] {
  const pictures = items.map((item) => ({
    "@type": "ImageObject",
    name: item.heading,
    caption: item.sub_heading,
    contentUrl: absoluteAddress(item.image, origin),
  }));
  return [{ ...context, "@type": "ImageGallery", url: `${origin}/gallery`, image: pictures }];
}
