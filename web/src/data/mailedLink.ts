// The link of a mail carries a one-time token behind the "#": taken out of the address at once, and kept for this tab
// until the person presses the button that uses it. So opening a link, as mail scanners do, changes nothing.
import { brand } from "@/lib/config";

/** Where each kind of link leads. */
export const mailPages = { signup: "/confirm-email", recovery: "/reset-password" } as const;

export type LinkKind = keyof typeof mailPages;

const KEY = `${brand.prefix}mailed_link`;
// Where the browser keeps nothing, the link lasts as long as the page.
let unsaved: string | null = null;

/** Call before the page is rendered, and again when the address changes; says whether a link was there. */
export function takeMailedLink(): boolean {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const type = parameters.get("type");
  const kind = type === "email" ? "signup" : type;
  const token = parameters.get("token_hash");
  if (token && (kind === "signup" || kind === "recovery")) {
    storeLink(`${kind} ${token}`);
    goTo(mailPages[kind]);
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
export function mailedLink(kind: LinkKind): string | null {
  const [storedKind, token] = (storedLink() ?? "").split(" ");
  return storedKind === kind && token ? token : null;
}

export function forgetMailedLink(): void {
  storeLink(null);
}

function storedLink(): string | null {
  try {
    return sessionStorage.getItem(KEY) ?? unsaved;
  } catch {
    return unsaved;
  }
}

function storeLink(text: string | null): void {
  unsaved = text;
  try {
    if (text === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, text);
  } catch {
    // It lasts as long as the page, then.
  }
}
