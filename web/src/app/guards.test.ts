import { expect, test } from "vitest";
import { type Role, type Session, SIGNED_OUT_SESSION } from "@/data/session";
import { redirectFor } from "./guards";
import { pages } from "./pages";

const session = (role: Role | null): Session => ({
  ...SIGNED_OUT_SESSION,
  user: { id: "somebody", email: "", user_metadata: { role } },
});

test.each(["/admin", "/x/admin", "/ADMIN", "/%61dmin", "/administration", "/profile/admin/x"])(
  "G6 %s is for admins only",
  (path) => {
    expect(redirectFor(path, SIGNED_OUT_SESSION, pages)).toBe("/sign-in");
    expect(redirectFor(path, session("talent"), pages)).toBe("/sign-in");
    expect(redirectFor(path, session(null), pages)).toBe("/sign-in");
    expect(redirectFor(path, session("admin"), pages)).toBeNull();
  },
);

test.each(["/shopping-cart", "/Shopping-Cart/", "/%73hopping-cart", "/profile/transactions/9cad5401"])(
  "G5 %s is a page for talents however it is written",
  (path) => {
    expect(redirectFor(path, SIGNED_OUT_SESSION, pages)).toBe("/sign-in");
    expect(redirectFor(path, session("leadership"), pages)).toBe("/sign-in");
    expect(redirectFor(path, session(null), pages)).toBe("/");
    expect(redirectFor(path, session("talent"), pages)).toBeNull();
  },
);

test.each(["/", "/gallery", "/profile", "/nowhere", "/%E0%A4%A"])("G1 %s is open to everybody", (path) => {
  for (const who of [SIGNED_OUT_SESSION, session("talent"), session("admin"), session(null)]) {
    expect(redirectFor(path, who, pages)).toBeNull();
  }
});

const registrations = "/profile/audition-registrations";
const announcements = "/profile/audition-announcements";
const transactions = "/profile/my-transactions";
const cart = "/shopping-cart";
const dashboard = "/admin/dashboard";
const guarded = [registrations, announcements, transactions, cart, dashboard];

/** The path that a user ends up on after all redirects. */
function finalPath(path: string, who: Session): string {
  const next = redirectFor(path, who, pages);
  return next ? finalPath(next, who) : path;
}

test.each<[string, Session, string[]]>([
  ["somebody signed out", SIGNED_OUT_SESSION, guarded.map(() => "/sign-in")],
  ["a talent", session("talent"), [registrations, announcements, transactions, cart, "/"]],
  ["a leader", session("leadership"), ["/", announcements, "/", "/", "/"]],
  ["an administrator", session("admin"), ["/", "/", "/", "/", dashboard]],
  ["somebody without a role", session(null), [registrations, "/", "/", "/", "/"]],
])("G3 G4 G5 G6 G7 where every guarded page leads %s", (_name, who, ends) => {
  expect(guarded.map((path) => finalPath(path, who))).toEqual(ends);
});

test.each(["/sign-in", "/sign-up", "/Sign-In/"])("G2 %s leads home whoever is signed in", (path) => {
  expect(finalPath(path, SIGNED_OUT_SESSION)).toBe(path);
  for (const role of ["talent", "leadership", "admin", null] as const) expect(finalPath(path, session(role))).toBe("/");
});
