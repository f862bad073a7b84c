// Who is sent where instead of the page they asked for. What is allowed, the database decides; this only hides dead ends.
import { isSignedIn, type Role, roleOf, type Session } from "@/data/session";

type Verdict = "/" | "/sign-in" | null;
type Guard = (session: Session) => Verdict;

const signedOutOnly: Guard = (session) => (isSignedIn(session) ? "/" : null);
const adminOnly: Guard = (session) => (roleOf(session) === "admin" ? null : "/sign-in");
const notFor =
  (...refused: Role[]): Guard =>
  (session) => {
    const role = roleOf(session);
    return !isSignedIn(session) || (role && refused.includes(role)) ? "/sign-in" : null;
  };
/** The same, and a signed-in person without any role has nothing to do there. */
const notForNorRoleless =
  (...refused: Role[]): Guard =>
  (session) =>
    notFor(...refused)(session) ?? (roleOf(session) ? null : "/");

const guarded: [path: string, guard: Guard][] = [
  ["/sign-in", signedOutOnly],
  ["/sign-up", signedOutOnly],
  ["/profile/audition-registrations", notFor("admin", "leadership")],
  ["/profile/audition-announcements", notForNorRoleless("admin")],
  ["/profile/my-transactions", notForNorRoleless("admin", "leadership")],
  ["/shopping-cart", notForNorRoleless("admin", "leadership")],
];

export function redirectFor(pathname: string, session: Session): Verdict {
  const path = comparable(pathname);
  const guard = path.includes("/admin") ? adminOnly : guarded.find(([guardedPath]) => guardedPath === path)?.[1];
  return guard?.(session) ?? null;
}

/** As the router compares paths: decoded, whatever the case, with or without slashes at the end. */
function comparable(pathname: string): string {
  return decoded(pathname)
    .toLowerCase()
    .replace(/(?<=.)\/+$/, "");
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
