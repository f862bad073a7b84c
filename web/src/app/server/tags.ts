// Meta tags and links for browsers, link previews and search engines.
import { type Language, languages } from "@/lib/language";
import { getShop } from "@/lib/shop";
import type { Preview } from "./previews";
import { absoluteUrl } from "./structuredData";

const locales: Record<Language, string> = { en: "en_US", id: "id_ID" };

export interface HeadFacts {
  title: string;
  preview: Preview;
  /** Indexed by search engines; then the page has a URL per language. */
  isPublic: boolean;
  path: string;
  language: Language;
  origin: string;
}

export type Tag = ["meta" | "link", Record<string, string>];

export function titleOf({ title }: HeadFacts): string {
  return title ? `${title} · ${getShop().name}` : getShop().name;
}

/** The plain URL adapts to the visitor's language; with `lang` it is fixed. */
export function tagsOf(facts: HeadFacts): Tag[] {
  const { preview, isPublic, path, language, origin } = facts;
  const { image, description } = preview;
  const address = origin + path;
  const named = (name: string, content: string): Tag => ["meta", { name, content }];
  const property = (name: string, content: string): Tag => ["meta", { property: `og:${name}`, content }];
  const alternate = (hrefLang: string, href: string): Tag => ["link", { rel: "alternate", hrefLang, href }];
  return [
    named("description", description),
    ["link", { rel: "canonical", href: address }],
    ...(isPublic ? languages.map((option) => alternate(option, `${address}?lang=${option}`)) : []),
    ...(isPublic ? [alternate("x-default", address)] : []),
    property("type", "website"),
    property("site_name", getShop().name),
    property("locale", locales[language]),
    property("title", titleOf(facts)),
    property("description", description),
    property("url", address),
    property("image", image ? absoluteUrl(image, origin) : `${origin}/icon-512.png`),
    property("image:alt", image?.title ?? getShop().name),
    named("twitter:card", image ? "summary_large_image" : "summary"),
  ];
}
