import { expect, test } from "vitest";
import { type Role, type Session, signedOut } from "@/data/session";
import { redirectFor } from "./guards";
import { pages } from "./pages";

const session = (role: Role | null): Session => ({
  ...signedOut,
  user: { id: "somebody", email: "", user_metadata: { role } },
});

test.each(["/admin", "/x/admin", "/ADMIN", "/%61dmin", "/administration", "/profile/admin/x"])(
  "G6 %s is for admins only",
  (path) => {
    expect(redirectFor(path, signedOut, pages)).toBe("/sign-in");
    expect(redirectFor(path, session("talent"), pages)).toBe("/sign-in");
    expect(redirectFor(path, session(null), pages)).toBe("/sign-in");
    expect(redirectFor(path, session("admin"), pages)).toBeNull();
  },
);

test.each(["/shopping-cart", "/Shopping-Cart/", "/%73hopping-cart", "/profile/transactions/9cad5401"])(
  "G5 %s is a page for talents however it is written",
  (path) => {
    expect(redirectFor(path, signedOut, pages)).toBe("/sign-in");
    expect(redirectFor(path, session("leadership"), pages)).toBe("/sign-in");
    expect(redirectFor(path, session(null), pages)).toBe("/");
    expect(redirectFor(path, session("talent"), pages)).toBeNull();
  },
);

test.each(["/", "/gallery", "/profile", "/nowhere", "/%E0%A4%A"])("G1 %s is open to everybody", (path) => {
  for (const who of [signedOut, session("talent"), session("admin"), session(null)]) {
    expect(redirectFor(path, who, pages)).toBeNull();
  }
});
