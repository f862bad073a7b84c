// The language to speak: the visitor's own choice, else the first of the browser's that the shop knows, else English.
import { readRaw, writeRaw } from "./browserStorage";
import { brand } from "./config";

export const languages = ["en", "id"] as const;
export type Language = (typeof languages)[number];

const KEY = `${brand.prefix}language`;

export function chosenLanguage(): Language {
  return preferred([readRaw(KEY) ?? "", ...(globalThis.navigator?.languages ?? [])]);
}

export function rememberLanguage(language: Language): void {
  writeRaw(KEY, language);
}

export function preferred(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const code = wish.toLowerCase().split("-")[0];
    // "in" is what old systems call Indonesian.
    const known = languages.find((language) => language === code || (language === "id" && code === "in"));
    if (known) return known;
  }
  return "en";
}
