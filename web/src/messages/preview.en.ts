// What a shared link says about a page, in English; only the server speaks these sentences.

export const messages = {
  gallery: (brand: string) => `The pictures of ${brand}: cloth, people and places, as our photographers saw them.`,
  events: (brand: string) => `Castings and shows of ${brand}: when, where, and how to take part.`,
  event: (name: string, brand: string) => `${name}, by ${brand}.`,
  products: (brand: string) => `Everything that ${brand} sells, with pictures and prices in rupiah.`,
};

export type PreviewMessages = typeof messages;
