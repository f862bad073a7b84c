// Whether the page was server-rendered, and in which language: hydration must use the same.
import { type Language, languages } from "@/lib/language";

export function getServerRenderedLanguage(): Language | undefined {
  return isServerRendered() ? languages.find((option) => option === document.documentElement.lang) : undefined;
}

export function isServerRendered(): boolean {
  return document.querySelector("#root > *") !== null;
}
