// Who is sent elsewhere instead of the page of an address. What is allowed, the database decides; this only hides dead ends.
import { guestCartStore } from "@/data/cart";
import { isSignedIn, type Role, roleOf, type Session } from "@/data/session";
import { matchesPath, normalisePath } from "@/lib/paths";
import { isText } from "@/lib/typeGuards";

export const SIGN_IN = "/sign-in";
export type RedirectTarget = "/" | typeof SIGN_IN | "/shopping-cart";
export type Guard = (session: Session) => RedirectTarget | null;
type Guarded = { path: string; guard?: Guard };

/** Home, or to the cart where a product waits for somebody who was asked to sign in. */
export const signedOutOnly: Guard = (session) => {
  if (!isSignedIn(session)) return null;
  return roleOf(session) === "talent" && guestCartStore.read().length > 0 ? "/shopping-cart" : "/";
};
export const adminOnly: Guard = (session) => (roleOf(session) === "admin" ? null : SIGN_IN);
export const denyRoles =
  (...refused: Role[]): Guard =>
  (session) => {
    const role = roleOf(session);
    return !isSignedIn(session) || (role && refused.includes(role)) ? SIGN_IN : null;
  };
/** The same, and a signed-in person without any role has nothing to do there. */
export const denyRolesAndRoleless =
  (...refused: Role[]): Guard =>
  (session) =>
    denyRoles(...refused)(session) ?? (roleOf(session) ? null : "/");

/** Where this session is sent from this address; null where it may stay. */
export function redirectFor(pathname: string, session: Session, pages: readonly Guarded[]): RedirectTarget | null {
  const path = normalisePath(pathname);
  const guard = path.includes("/admin") ? adminOnly : pages.find((page) => matchesPath(page.path, pathname))?.guard;
  return guard?.(session) ?? null;
}

/** Home is no place to end up for who was sent away from a page to sign in and may see it now. */
export function returnFor(verdict: RedirectTarget, from: unknown, session: Session, pages: readonly Guarded[]): string {
  if (verdict !== "/" || !isText(from) || !isSignedIn(session)) return verdict;
  return redirectFor(from.split("?")[0] ?? "", session, pages) ? verdict : from;
}
