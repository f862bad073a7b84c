// A link inside the shop: turns the page without loading it again, unless the visitor asked for another tab.
import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { useLocation, useNavigate } from "./router";

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & { to: string };

export function Link({ to, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const href = to.startsWith("?") ? pathname + to : to;
  const turn = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event) || rest.target === "_blank") return;
    event.preventDefault();
    // Asking for the page one is on leaves no second entry in the history.
    navigate(href, { replace: href === pathname + search });
  };
  return <a {...rest} href={href} onClick={turn} />;
}

type NavLinkProps = Omit<LinkProps, "className"> & { className: (state: { isActive: boolean }) => string };

/** Knows whether its page is the one being shown; what stands behind the question mark does not matter. */
export function NavLink({ className, ...link }: NavLinkProps) {
  const isActive = withoutEnd(useLocation().pathname) === withoutEnd(link.to);
  return <Link {...link} className={className({ isActive })} aria-current={isActive ? "page" : undefined} />;
}

function withoutEnd(path: string): string {
  return path.replace(/\/+$/, "");
}

function isPlain({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;
}
