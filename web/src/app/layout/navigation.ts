// Which links whom are shown.
import type { Role } from "@/data/session";
import type { Messages } from "@/messages";

type Entry = { to: string; words: (m: Messages) => string };

export const mainLinks: Entry[] = [
  { to: "/", words: (m) => m.nav.home },
  { to: "/about-us", words: (m) => m.nav.aboutUs },
  { to: "/gallery", words: (m) => m.nav.gallery },
  { to: "/products", words: (m) => m.nav.products },
];

const announcements: Entry = { to: "/profile/audition-announcements", words: (m) => m.nav.auditionAnnouncements };

export const profileLinks: Record<Role, Entry[]> = {
  admin: [{ to: "/admin/dashboard", words: (m) => m.nav.admin }],
  leadership: [announcements],
  talent: [
    { to: "/profile/audition-registrations", words: (m) => m.nav.auditionRegistrations },
    announcements,
    { to: "/profile/my-transactions", words: (m) => m.nav.myTransactions },
  ],
};

/** Who buys nothing has no cart. */
export function hasCart(role: Role | null): boolean {
  return role !== "admin" && role !== "leadership";
}
