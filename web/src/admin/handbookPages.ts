// Which page of the owner's handbook is about which screen of the admin area.

/** By the screen's part of the address; other screens are about what the shop shows. */
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
  "second-factor": "safety",
};
export const handbookPages = [...new Set([...Object.values(pages), "shop"])];

export function handbookPage(pathname: string): string {
  const [, screen = "", part] = /^\/admin\/([^/]+)(?:\/(statement|closing))?/.exec(pathname) ?? [];
  return pages[part ? `${screen}/${part}` : screen] ?? "shop";
}
