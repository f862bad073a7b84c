// Signed out: the links to the wishlist and to sign in. Signed in: the profile menu and sign-out.

import { Suspense } from "react";
import { isSignedIn, useSession } from "@/data/session";
import { lazyComponent } from "@/lib/lazyWithPreload";
import { useMessages } from "@/messages";
import { NavLink } from "@/ui/Link";
import { navLinkClassName } from "./navLinkClassName";

export const SignedInLinks = lazyComponent(() => import("./SignedInLinks"));

export function AccountLinks() {
  const m = useMessages();
  if (isSignedIn(useSession()))
    return (
      <Suspense>
        <SignedInLinks />
      </Suspense>
    );
  return (
    <>
      <NavLink to="/wishlist" className={navLinkClassName}>
        {m.products.save}
      </NavLink>
      <NavLink to="/sign-in" className={navLinkClassName}>
        {m.nav.signIn}
      </NavLink>
    </>
  );
}
