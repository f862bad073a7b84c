// The navigation links per role, derived from the page descriptors.
import type { Role } from "@/data/session";
import type { LocalizedText } from "@/lib/language";
import type { Shop } from "@/lib/shop";
import { type PageDescriptor, pages } from "../pages";

type NavEntry = { path: string; title: LocalizedText };

export function getMainLinks(shop: Shop): readonly NavEntry[] {
  return linkedPages((linkedFor, linkedWhile) => linkedFor === "everybody" && (linkedWhile?.(shop) ?? true));
}

const adminLink: NavEntry = { path: "/admin/dashboard", title: { en: "Admin", id: "Admin" } };

export function getProfileLinks(role: Role | null): readonly NavEntry[] {
  if (role === "admin") return [adminLink];
  return linkedPages((linkedFor) => role !== null && linkedFor !== "everybody" && linkedFor.includes(role));
}

type LinkFilter = (
  linkedFor: NonNullable<PageDescriptor["linkedFor"]>,
  linkedWhile: PageDescriptor["linkedWhile"],
) => boolean;

function linkedPages(isShown: LinkFilter): NavEntry[] {
  return pages.flatMap(({ path, title, linkedFor, linkedWhile }) =>
    title && linkedFor && isShown(linkedFor, linkedWhile) ? [{ path, title }] : [],
  );
}
