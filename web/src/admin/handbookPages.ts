// Maps the screens of the admin area to handbook pages.

/** By the screen's URL segment; screens that are not listed show the page about the shop's content. */
const pages: Record<string, string> = {
  dashboard: "today",
  products: "products",
  transactions: "orders",
  review: "payments",
  "review/statement": "statement",
  "review/closing": "statement",
  "payment-methods": "start",
  "delivery-ways": "sending",
  events: "auditions",
  casting: "auditions",
  "audition-registrations": "auditions",
  "audition-announcements": "auditions",
  notifications: "safety",
  password: "safety",
  "second-factor": "safety",
};
export const handbookPageNames = [...new Set([...Object.values(pages), "shop"])];

export function getHandbookPageName(pathname: string): string {
  const [, screen = "", part] = /^\/admin\/([^/]+)(?:\/(statement|closing))?/.exec(pathname) ?? [];
  return pages[part ? `${screen}/${part}` : screen] ?? "shop";
}
