// Which links are shown to whom, as the pages are described.
import type { Role } from "@/data/session";
import type { Localized } from "@/lib/language";
import type { Shop } from "@/lib/shop";
import { type PageDescriptor, pages } from "../pages";

type Entry = { path: string; title: Localized };

export function mainLinks(shop: Shop): readonly Entry[] {
  return linked((linkedFor, linkedWhile) => linkedFor === "everybody" && (linkedWhile?.(shop) ?? true));
}

const adminLink: Entry = { path: "/admin/dashboard", title: { en: "Admin", id: "Admin" } };

export function profileLinks(role: Role | null): readonly Entry[] {
  if (role === "admin") return [adminLink];
  return linked((linkedFor) => role !== null && linkedFor !== "everybody" && linkedFor.includes(role));
}

type IsMeant = (
  linkedFor: NonNullable<PageDescriptor["linkedFor"]>,
  linkedWhile: PageDescriptor["linkedWhile"],
) => boolean;

function linked(isMeant: IsMeant): Entry[] {
  return pages.flatMap(({ path, title, linkedFor, linkedWhile }) =>
    title && linkedFor && isMeant(linkedFor, linkedWhile) ? [{ path, title }] : [],
  );
}

/** Who buys nothing has no cart. */
export function hasCart(role: Role | null): boolean {
  return role !== "admin" && role !== "leadership";
}
