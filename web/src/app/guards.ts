// Who is sent elsewhere instead of the page of an address. What is allowed, the database decides; this only hides dead ends.
import { wishStore } from "@/data/cart";
import { isSignedIn, type Role, roleOf, type Session } from "@/data/session";
import { comparable, leadsTo } from "@/lib/paths";

type Verdict = "/" | "/sign-in" | "/shopping-cart" | null;
export type Guard = (session: Session) => Verdict;
type Guarded = { path: string; guard?: Guard };

/** Home, or to the cart where a product waits for somebody who was asked to sign in. */
export const signedOutOnly: Guard = (session) => {
  if (!isSignedIn(session)) return null;
  return roleOf(session) === "talent" && wishStore.read().length > 0 ? "/shopping-cart" : "/";
};
export const adminOnly: Guard = (session) => (roleOf(session) === "admin" ? null : "/sign-in");
export const notFor =
  (...refused: Role[]): Guard =>
  (session) => {
    const role = roleOf(session);
    return !isSignedIn(session) || (role && refused.includes(role)) ? "/sign-in" : null;
  };
/** The same, and a signed-in person without any role has nothing to do there. */
export const notForNorRoleless =
  (...refused: Role[]): Guard =>
  (session) =>
    notFor(...refused)(session) ?? (roleOf(session) ? null : "/");

/** Where this session is sent from this address; null where it may stay. */
export function redirectFor(pathname: string, session: Session, pages: readonly Guarded[]): Verdict {
  const path = comparable(pathname);
  const guard = path.includes("/admin") ? adminOnly : pages.find((page) => leadsTo(page.path, pathname))?.guard;
  return guard?.(session) ?? null;
}
