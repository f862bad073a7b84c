// Meta tags and links for browsers, link previews and search engines.
import { type Language, languages } from "@/lib/language";
import { getShop } from "@/lib/shop";
import type { PagePreview } from "./previews";
import { absoluteUrl } from "./structuredData";

const locales: Record<Language, string> = { en: "en_US", id: "id_ID" };

export interface HeadProps {
  title: string;
  preview: PagePreview;
  /** Indexed by search engines; then the page has a URL per language. */
  isPublic: boolean;
  path: string;
  language: Language;
  origin: string;
}

export type HeadTag = ["meta" | "link", Record<string, string>];

export function formatDocumentTitle({ title }: HeadProps): string {
  return title ? `${title} · ${getShop().name}` : getShop().name;
}

/** The plain URL adapts to the visitor's language; with `lang` it is fixed. */
export function buildHeadTags(facts: HeadProps): HeadTag[] {
  const { preview, isPublic, path, language, origin } = facts;
  const { image, description } = preview;
  const address = origin + path;
  const named = (name: string, content: string): HeadTag => ["meta", { name, content }];
  const property = (name: string, content: string): HeadTag => ["meta", { property: `og:${name}`, content }];
  const alternate = (hrefLang: string, href: string): HeadTag => ["link", { rel: "alternate", hrefLang, href }];
  return [
    named("description", description),
    ["link", { rel: "canonical", href: address }],
    ...(isPublic ? languages.map((option) => alternate(option, `${address}?lang=${option}`)) : []),
    ...(isPublic ? [alternate("x-default", address)] : []),
    property("type", "website"),
    property("site_name", getShop().name),
    property("locale", locales[language]),
    // A shared link to the front page says whose it is.
    property("title", path === "/" ? getShop().name : formatDocumentTitle(facts)),
    property("description", description),
    property("url", address),
    property("image", image ? absoluteUrl(image, origin) : `${origin}/icon-512.png`),
    property("image:alt", image?.title ?? getShop().name),
    named("twitter:card", image ? "summary_large_image" : "summary"),
  ];
}
