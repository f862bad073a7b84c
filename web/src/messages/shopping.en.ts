// What a visitor reads who opens more: filters of products, what helps to decide, wishes.
export const messages = {
  unknownAddress: "There is no page at that address. This is the home page.",
  soon: {
    products: "Our products will be here soon.",
    gallery: "Our pictures will be here soon.",
    about: "Our story will be here soon.",
  },
  nothingFound: "Nothing matches this search",
  nearlyFound: "Did you mean one of these?",
  nothingFoundHint: "Try another word, category or filter.",
  missing: "This product is not in the shop",
  missingHint: "It may have been sold, or the link is not complete.",
  wishlist: {
    saved: "On your wishlist",
    removed: "No longer on your wishlist",
    view: "View wishlist",
    empty: "Your wishlist is empty",
    noneSold: "Nothing on your wishlist is for sale right now",
    hint: "Tap the heart on a product's page to keep it here.",
    browse: "Browse the products",
    remove: (heading: string) => `Remove ${heading} from your wishlist`,
    hereOnly: "Stored in this browser. Sign in to keep it with your account.",
  },
  back: {
    tell: (size: string) => (size ? `Tell me when ${size} is back` : "Tell me when it is back"),
  },
  delivery: {
    to: (place: string) => `To ${place}, for one piece`,
    free: "free",
    days: (from: number, to: number) => (from === to ? `${to} ${to === 1 ? "day" : "days"}` : `${from} to ${to} days`),
    byPlace: "A courier's fee depends on the place: it is shown in the cart before you order.",
    returns: "Delivery and returns policy",
  },
  filters: {
    everySize: "All sizes",
    priceFrom: "Price from",
    priceTo: "Price to",
    available: "In stock only",
  },
};

export type ShoppingMessages = typeof messages;
