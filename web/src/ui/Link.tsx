// A client-side link; modified clicks and other targets are left to the browser.
import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { matchesPath } from "@/lib/paths";
import { useLocation, useNavigate } from "./router";

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & { to: string };

export function Link({ to, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const href = to.startsWith("?") ? pathname + to : to;
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isUnmodifiedClick(event) || rest.target === "_blank") return;
    event.preventDefault();
    // A link to the current page replaces its history entry.
    navigate(href, { replace: href === pathname + search });
  };
  return <a {...rest} href={href} onClick={handleClick} />;
}

type NavLinkProps = Omit<LinkProps, "className"> & { className: (state: { isActive: boolean }) => string };

/** Marks the link of the current page; the query is ignored. */
export function NavLink({ className, ...link }: NavLinkProps) {
  const isActive = matchesPath(link.to, useLocation().pathname);
  return <Link {...link} className={className({ isActive })} aria-current={isActive ? "page" : undefined} />;
}

function isUnmodifiedClick({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;
}
