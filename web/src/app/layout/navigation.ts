// Which links are shown to whom, as the pages are described.
import type { Role } from "@/data/session";
import type { Localized } from "@/lib/language";
import { type PageDescriptor, pages } from "../pages";

type Entry = { path: string; title: Localized };

export const mainLinks: readonly Entry[] = linked((linkedFor) => linkedFor === "everybody");

const adminLink: Entry = { path: "/admin/dashboard", title: { en: "Admin", id: "Admin" } };

export function profileLinks(role: Role | null): readonly Entry[] {
  if (role === "admin") return [adminLink];
  return linked((linkedFor) => role !== null && linkedFor !== "everybody" && linkedFor.includes(role));
}

function linked(isMeant: (linkedFor: NonNullable<PageDescriptor["linkedFor"]>) => boolean): Entry[] {
  return pages.flatMap(({ path, title, linkedFor }) =>
    title && linkedFor && isMeant(linkedFor) ? [{ path, title }] : [],
  );
}

/** Who buys nothing has no cart. */
export function hasCart(role: Role | null): boolean {
  return role !== "admin" && role !== "leadership";
}
