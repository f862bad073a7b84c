// What the brand says of itself under its name.
import { brand } from "./config";
import type { Language } from "./language";

/** In this language where the brand has it, else in the one it has. */
export function tagline(language: Language): string {
  const { tagline } = brand;
  if (typeof tagline === "string") return tagline;
  return tagline[language] ?? tagline.en ?? tagline.id ?? "";
}
