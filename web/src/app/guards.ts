// Route guards. They only hide dead ends: authorization is enforced by the database.
import { guestCartStore } from "@/data/cart";
import { getRole, isSignedIn, type Role, type Session } from "@/data/session";
import { matchesPath, normalisePath } from "@/lib/paths";
import { isNonEmptyString } from "@/lib/typeGuards";

export const SIGN_IN_PATH = "/sign-in";
export type RedirectTarget = "/" | typeof SIGN_IN_PATH | "/shopping-cart";
export type RouteGuard = (session: Session) => RedirectTarget | null;
type Guarded = { path: string; guard?: RouteGuard };

/** Redirects signed-in users home, or to the cart if they signed in to add a product. */
export const signedOutOnly: RouteGuard = (session) => {
  if (!isSignedIn(session)) return null;
  return getRole(session) === "talent" && guestCartStore.read().length > 0 ? "/shopping-cart" : "/";
};
export const adminOnly: RouteGuard = (session) => (getRole(session) === "admin" ? null : SIGN_IN_PATH);
export const denyRoles =
  (...refused: Role[]): RouteGuard =>
  (session) => {
    const role = getRole(session);
    return !isSignedIn(session) || (role && refused.includes(role)) ? SIGN_IN_PATH : null;
  };
/** Like `denyRoles`, and redirects users without a role home. */
export const denyRolesAndRoleless =
  (...refused: Role[]): RouteGuard =>
  (session) =>
    denyRoles(...refused)(session) ?? (getRole(session) ? null : "/");

/** The redirect for this session and path; null if the page may be shown. */
export function redirectFor(pathname: string, session: Session, pages: readonly Guarded[]): RedirectTarget | null {
  const path = normalisePath(pathname);
  const guard = path.includes("/admin") ? adminOnly : pages.find((page) => matchesPath(page.path, pathname))?.guard;
  return guard?.(session) ?? null;
}

/** Returns to the page that asked for the sign-in if the session may see it now, rather than home. */
export function redirectAfterSignIn(
  target: RedirectTarget,
  from: unknown,
  session: Session,
  pages: readonly Guarded[],
): string {
  if (target !== "/" || !isNonEmptyString(from) || !isSignedIn(session)) return target;
  return redirectFor(from.split("?")[0] ?? "", session, pages) ? target : from;
}
