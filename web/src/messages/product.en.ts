// What the list of products and a product's own page say, in English; they are loaded with these pages only.

export const messages = {
  search: "Search the products",
  category: "Category",
  allCategories: "All",
  order: "Order",
  orders: { newest: "Newest", cheapest: "Lowest price", dearest: "Highest price" },
  nothingFound: "Nothing fits this search",
  nothingFoundHint: "Try another word or another category.",
  showAll: "Show all products",
  pictures: "Pictures",
  enlarge: (picture: number) => `Enlarge picture ${picture}`,
  size: "Size",
  sizeMissing: "Choose a size first",
  left: (count: number) => (count === 1 ? "only 1 left" : `only ${count} left`),
  share: "Share",
  shared: "The link is copied",
  askOnWhatsApp: "Ask on WhatsApp",
  question: (heading: string) => `Hello, I have a question about ${heading}.`,
  description: "Description",
  moreOf: (category: string) => `More in ${category}`,
  missing: "This product is not in the shop",
  missingHint: "It may have been sold, or the link is not complete.",
};

export type ProductMessages = typeof messages;
