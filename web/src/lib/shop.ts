// Facts about the shop: the administrators' settings, with brand.toml as the fallback for null fields.
import { useSyncExternalStore } from "react";
import { type Brand, config, type ShopRow } from "./config";
import { getTranslated } from "./getTranslated";
import { type Language, type LocalizedText, languages } from "./language";

export interface Shop {
  name: string;
  tagline: string | Partial<LocalizedText>;
  address: string;
  phone: string;
  whatsapp: string;
  social: readonly { name: string; url: string }[];
  openingHours: string | LocalizedText;
  /** Default product weight in grams, if set. */
  usualWeight: number | null;
  texts: readonly string[];
  hasEvents: boolean;
}

export function buildShop(brand: Brand, row: ShopRow | null): Shop {
  return {
    name: row?.name ?? brand.name,
    tagline: (row && inEachLanguage(row, "tagline")) ?? brand.tagline,
    address: row?.address ?? brand.address,
    phone: row?.phone ?? brand.phone,
    // Stored without the plus sign, which marks international numbers.
    whatsapp: row?.whatsapp ? `+${row.whatsapp}` : (row?.whatsapp ?? brand.whatsapp),
    social: profiles(row?.social_links) ?? (brand.social.url ? [brand.social] : []),
    openingHours: (row && inEachLanguage(row, "opening_hours")) ?? "",
    usualWeight: row?.default_weight ?? null,
    texts: Array.isArray(row?.texts) ? row.texts.map(String) : [],
    hasEvents: row?.has_events === true,
  };
}

function inEachLanguage(row: ShopRow, column: "tagline" | "opening_hours"): LocalizedText | null {
  const texts = languages.map((language) => [language, getTranslated(row, column, language) ?? ""] as const);
  return row[column] === null ? null : (Object.fromEntries(texts) as LocalizedText);
}

function profiles(links: string | null | undefined): Shop["social"] | undefined {
  return links?.split("\n").flatMap((url) => (url ? [{ name: getSocialNetworkName(url), url }] : []));
}

const PROFILE_NAMES: Record<string, string> = { tiktok: "TikTok", youtube: "YouTube", linkedin: "LinkedIn" };

/** "https://www.instagram.com/tapis" → "Instagram". */
export function getSocialNetworkName(url: string): string {
  const host = url.replace(/^https:\/\/(www\.|m\.)?/, "").replace(/[/:?#].*/, "");
  const name = host.split(".")[0] ?? "";
  return PROFILE_NAMES[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
}

/** In this language if available, else in another. */
export function pickLocalizedText(text: string | Partial<LocalizedText>, language: Language): string {
  if (typeof text === "string") return text;
  return text[language] ?? text.en ?? text.id ?? "";
}

const initialShop = buildShop(config.brand, config.shop ?? null);
let current = initialShop;
const listeners = new Set<() => void>();

export const getShop = (): Shop => current;

export function useShop(): Shop {
  return useSyncExternalStore(subscribe, getShop, () => initialShop);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Updates the shop after a refetch; an equal value doesn't notify listeners. */
export function setShop(row: ShopRow | null): void {
  const next = buildShop(config.brand, row);
  if (JSON.stringify(next) === JSON.stringify(current)) return;
  current = next;
  for (const listener of listeners) listener();
}
