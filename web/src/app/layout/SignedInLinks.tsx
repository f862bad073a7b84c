// The profile menu and sign-out, loaded only for signed-in users.

import { useEffect } from "react";
import { savedProductsStore } from "@/data/savedProducts";
import { getRole, useSession } from "@/data/session";
import { signOut } from "@/data/signOut";
import { useLanguage, useMessages } from "@/messages";
import { Icon } from "@/ui/Icon";
import { NavLink } from "@/ui/Link";
import { useNavigate } from "@/ui/router";
import { getCastingLinks } from "./getCastingLinks";
import { getProfileLinks } from "./navigation";
import { navLinkClassName } from "./navLinkClassName";

export default function SignedInLinks() {
  useEffect(syncSaved, []);
  return (
    <>
      <ProfileMenu />
      <SignOutButton />
    </>
  );
}

/** Uploads products that were saved before signing in to the account. */
function syncSaved(): void {
  if (savedProductsStore.read().every(({ isKept }) => isKept)) return;
  import("@/entities/savedProducts").then(({ syncSavedProducts }) => syncSavedProducts()).catch(console.error);
}

/** A native popover: closes on Escape and on a click outside, and exposes its state to screen readers. */
function ProfileMenu() {
  const m = useMessages();
  const { language } = useLanguage();
  const session = useSession();
  const role = getRole(session);
  return (
    <>
      <button
        type="button"
        popoverTarget="profile"
        className={`${navLinkClassName({ isActive: false })} gap-1 [anchor-name:--profile]`}
      >
        {m.nav.profile}
        <Icon name="down" className="size-4" />
      </button>
      <div
        id="profile"
        popover="auto"
        className="inset-auto top-24 right-4 m-0 min-w-48 border border-line bg-paper p-2 text-text shadow-lg [position-anchor:--profile] supports-[position-area:bottom]:inset-auto supports-[position-area:bottom]:[position-area:right_span-bottom] lg:supports-[position-area:bottom]:[position-area:bottom_span-right] supports-[position-area:bottom]:[position-try-fallbacks:flip-inline]"
      >
        <p className="break-words px-3 pt-1 pb-2 text-caption text-muted">{session.user.email}</p>
        <ul>
          {[...getProfileLinks(role), ...getCastingLinks(role)].map(({ path, title }) => (
            <li key={path}>
              <NavLink
                to={path}
                className={({ isActive }) =>
                  `flex min-h-11 items-center px-3 hover:bg-tint ${isActive ? "font-semibold text-accent-text" : ""}`
                }
                onClick={(event) => event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover()}
              >
                {title[language]}
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

function SignOutButton() {
  const m = useMessages();
  const navigate = useNavigate();
  const handleSignOut = async () => {
    // Navigate first: the guard of the current page would redirect to the sign-in page.
    await navigate("/");
    await signOut();
  };
  return (
    <button type="button" className={navLinkClassName({ isActive: false })} onClick={handleSignOut}>
      {m.nav.signOut}
    </button>
  );
}
