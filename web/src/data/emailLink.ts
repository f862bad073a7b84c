// The link of a mail carries a one-time token behind the "#": taken out of the address at once, and kept for this tab
// until the person presses the button that uses it. So opening a link, as mail scanners do, changes nothing.
import { tabStorage } from "@/lib/browserStorage";
import { brand } from "@/lib/config";

/** Where each kind of link leads. */
export const emailLinkPages = { signup: "/confirm-email", recovery: "/reset-password" } as const;

export type LinkKind = keyof typeof emailLinkPages;

const KEY = `${brand.prefix}mailed_link`;

/** Call before the page is rendered, and again when the address changes; says whether a link was there. */
export function captureEmailLink(): boolean {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const type = parameters.get("type");
  const kind = type === "email" ? "signup" : type;
  const token = parameters.get("token_hash");
  if (token && (kind === "signup" || kind === "recovery")) {
    tabStorage.write(KEY, `${kind} ${token}`);
    goTo(emailLinkPages[kind]);
    return true;
  }
  if (parameters.has("access_token")) {
    // A session in an address is never taken, whoever sent it; it does not stay in the history either.
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return false;
}

function goTo(page: string): void {
  if (location.pathname === page) history.replaceState(null, "", page);
  else location.replace(page);
}

/** The one-time token of a link of this kind that has not been used yet. */
export function emailLinkToken(kind: LinkKind): string | null {
  const [storedKind, token] = (tabStorage.read(KEY) ?? "").split(" ");
  return storedKind === kind && token ? token : null;
}

export function clearEmailLink(): void {
  tabStorage.write(KEY, null);
}
