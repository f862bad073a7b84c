// The language of a page that the server drew: it must come alive in the same.
import { type Language, languages } from "@/lib/language";

export function drawnLanguage(): Language | undefined {
  return isDrawn() ? languages.find((one) => one === document.documentElement.lang) : undefined;
}

export function isDrawn(): boolean {
  return document.querySelector("#root > *") !== null;
}
