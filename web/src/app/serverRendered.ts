// Whether the server rendered this page, and in which language: hydration must use the same.
import { type Language, languages } from "@/lib/language";

export function renderedLanguage(): Language | undefined {
  return isServerRendered() ? languages.find((one) => one === document.documentElement.lang) : undefined;
}

export function isServerRendered(): boolean {
  return document.querySelector("#root > *") !== null;
}
