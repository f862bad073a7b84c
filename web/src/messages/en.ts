// Every sentence of the shop in English: the source of truth for what must be said. Other languages satisfy its type.
import type { Language } from "@/lib/language";

export const messages = {
  language: "en" as Language,
  nav: {
    main: "Main",
    skip: "Skip to content",
    signIn: "Sign In",
    signOut: "Sign Out",
    profile: "Profile",
    cart: (lines: number) => (lines === 1 ? "Shopping cart, 1 item" : `Shopping cart, ${lines} items`),
    openMenu: "Open menu",
    closeMenu: "Close menu",
    toHome: (brand: string) => `${brand}, to the home page`,
  },
  footer: {
    language: "Language",
    opensInNewTab: "opens in a new tab",
    greeting: "Hello, I have a question.",
  },
  languages: { en: "English", id: "Bahasa Indonesia" },
  home: {
    slides: "Slides",
    aboutUs: "About Us",
    latestGallery: "Latest Gallery",
    latestProducts: "Latest Products",
    moreAboutUs: "Read our story",
    wholeGallery: "See the whole gallery",
    allProducts: "See all products",
  },
  carousel: {
    previous: "Previous slide",
    next: "Next slide",
    select: (number: number) => `Slide ${number}`,
  },
  viewer: {
    open: (heading: string) => `View ${heading}`,
    previous: "Previous image",
    next: "Next image",
    close: "Close",
    closer: "Zoom in",
    farther: "Zoom out",
  },
  products: {
    addToCart: "Add to cart",
    added: (heading: string) => `${heading} is in your cart`,
    chooseSize: "Choose a size",
    soldOut: "Sold out",
  },
  common: {
    cancel: "Cancel",
    close: "Close",
    tryAgain: "Try again",
    picture: (what: string) => `Picture: ${what}`,
    pictureMissing: "This picture is not there, or you may not see it",
    pictureFailed: "This picture could not be loaded",
    earlier: "Show earlier ones",
  },
  failures: {
    unreachable: "The shop can't be reached. Check your connection and try again.",
    unexpected: "Something went wrong. Please try again.",
    cancelled: "Cancelled",
    // The first line is what the router's own error screen says.
    crashed: "Unexpected Application Error!",
    crashedExplained: "This page could not be shown. Nothing you saved is lost.",
    wayHome: "Back to the home page",
  },
};

export type Messages = typeof messages;
