// An email link carries a one-time token in its URL fragment. It is removed from the URL at once and kept for this tab until
// the user presses the button that redeems it, so that opening the link, as mail scanners do, has no effect.
import { tabStorage } from "@/lib/browserStorage";
import { brand } from "@/lib/config";

/** The page of each kind of link. */
export const emailLinkPaths = { signup: "/confirm-email", recovery: "/reset-password" } as const;

export type EmailLinkKind = keyof typeof emailLinkPaths;

const KEY = `${brand.prefix}mailed_link`;

/** Call before the page is rendered, and again when the URL changes; returns whether it had a token. */
export function captureEmailLink(): boolean {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const type = parameters.get("type");
  const kind = type === "email" ? "signup" : type;
  const token = parameters.get("token_hash");
  if (token && (kind === "signup" || kind === "recovery")) {
    tabStorage.write(KEY, `${kind} ${token}`);
    goTo(emailLinkPaths[kind]);
    return true;
  }
  if (parameters.has("access_token")) {
    // Sessions in a URL are never accepted, and are removed from the history.
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return false;
}

function goTo(page: string): void {
  if (location.pathname === page) history.replaceState(null, "", page);
  else location.replace(page);
}

/** The unused one-time token of this kind, or null. */
export function getEmailLinkToken(kind: EmailLinkKind): string | null {
  const [storedKind, token] = (tabStorage.read(KEY) ?? "").split(" ");
  return storedKind === kind && token ? token : null;
}

export function clearEmailLink(): void {
  tabStorage.write(KEY, null);
}
