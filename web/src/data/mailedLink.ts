// The link of a mail carries its secret behind the "#": taken out of the address at once, and kept for this tab until
// the person presses the button that uses it up. So opening a link, as mail scanners do, changes nothing.
import { brand } from "@/lib/config";

/** Where each kind of link leads. */
export const mailPages = { signup: "/confirm-email", recovery: "/reset-password" } as const;

export type LinkKind = keyof typeof mailPages;

const KEY = `${brand.prefix}mailed_link`;
// Where the browser keeps nothing, the link lasts as long as the page.
let unsaved: string | null = null;

/** Call before the page is drawn, and again when the address changes without a new page. */
export function takeMailedLink(): void {
  const said = new URLSearchParams(location.hash.slice(1));
  const kind = said.get("type") === "email" ? "signup" : said.get("type");
  const secret = said.get("token_hash");
  if (kind !== "signup" && kind !== "recovery") return;
  if (secret) keep(`${kind} ${secret}`);
  // A hosted project redeems its links itself: the authentication client takes the session from there.
  else if (!said.has("access_token")) return;
  const address = mailPages[kind] + (secret ? "" : location.hash);
  if (location.pathname === mailPages[kind]) history.replaceState(null, "", address);
  else location.replace(address);
}

/** The secret of a link of this kind that nobody has used up yet. */
export function mailedLink(kind: LinkKind): string | null {
  const [keptKind, secret] = (kept() ?? "").split(" ");
  return keptKind === kind && secret ? secret : null;
}

export function forgetMailedLink(): void {
  keep(null);
}

function kept(): string | null {
  try {
    return sessionStorage.getItem(KEY) ?? unsaved;
  } catch {
    return unsaved;
  }
}

function keep(text: string | null): void {
  unsaved = text;
  try {
    if (text === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, text);
  } catch {
    // It lasts as long as the page, then.
  }
}
