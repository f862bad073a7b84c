// The chunks of the public pages, by their addresses: each is rendered by the server, and a visitor loads it with the shop.

const TEXT = "src/features/texts/TextPage.tsx";

export const publicPages = {
  "/": "src/features/home/HomePage.tsx",
  "/about-us": "src/features/about/AboutPage.tsx",
  "/gallery": "src/features/gallery/GalleryPage.tsx",
  "/products": "src/features/products/ProductsPage.tsx",
  "/delivery-and-returns": TEXT,
  "/size-chart": TEXT,
  "/how-to-pay": TEXT,
  "/questions": TEXT,
  "/products/:product": "src/features/products/ProductPage.tsx",
  "/events": "src/features/events/EventsPage.tsx",
  "/events/:event": "src/features/events/EventPage.tsx",
} as const;

/** What the server renders of the pages that signed-out people alone see. */
export const accountPages = {
  "/sign-in": "src/features/account/SignInPage.tsx",
  "/sign-up": "src/features/account/SignUpPage.tsx",
} as const;
