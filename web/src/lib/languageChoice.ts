// Language choice: the visitor's choice, else the URL (`?lang=id`), else the first supported language of the browser, else
// the shop's default, else English.
import { readLocalStorage, writeLocalStorage } from "./browserStorage";
import { brand, config } from "./config";
import { type Language, languages } from "./language";

const KEY = `${brand.prefix}language`;
const A_YEAR_MS = 365 * 24 * 3_600_000;

export function getChosenLanguage(): Language {
  const inAddress = new URLSearchParams(globalThis.location?.search).get("lang");
  return pickLanguage([readLocalStorage(KEY) ?? "", inAddress ?? "", ...(globalThis.navigator?.languages ?? [])]);
}

export function getStoredLanguage(): Language | undefined {
  const stored = readLocalStorage(KEY);
  return languages.find((one) => one === stored);
}

/** The cookie sets the server's language for the next page; without CookieStore, the browser corrects the page's language. */
export function storeLanguage(language: Language): void {
  writeLocalStorage(KEY, language);
  const name = getLanguageCookieName(globalThis.location?.protocol);
  const cookie = { name, value: language, expires: Date.now() + A_YEAR_MS, sameSite: "lax" } as const;
  (globalThis.cookieStore as CookieStore | undefined)?.set(cookie).catch(console.error);
}

/** Over https with the `__Host-` prefix: secure, and set by this host only. */
export function getLanguageCookieName(protocol: string | undefined): string {
  return protocol === "https:" ? `__Host-${KEY}` : KEY;
}

export function pickLanguage(candidates: readonly string[]): Language {
  for (const candidate of candidates) {
    const code = candidate.toLowerCase().split("-")[0];
    // "in" is the old code of Indonesian.
    const known = languages.find((language) => language === code || (language === "id" && code === "in"));
    if (known) return known;
  }
  return languages.find((language) => language === config.shop?.default_language) ?? "en";
}
