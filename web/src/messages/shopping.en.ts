// What a visitor reads who opens more: filters of products, what helps to decide, wishes.
export const messages = {
  unknownAddress: "There is no page at that address. This is the home page.",
  filters: {
    everySize: "All sizes",
    priceFrom: "Price from",
    priceTo: "Price to",
    available: "In stock only",
  },
};

export type ShoppingMessages = typeof messages;
