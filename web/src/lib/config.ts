// The configuration that the server embeds in the page: backend URL, public key, and brand.

import type { LocalizedText } from "./language";

export type Brand = {
  name: string;
  /** One text, or one per language. */
  tagline: string | Partial<LocalizedText>;
  address: string;
  phone: string;
  /** A separate WhatsApp number, if the phone is a landline. */
  whatsapp: string;
  social: { name: string; url: string };
  logo: string;
  /** Prefix of storage keys, which separates two brands on one origin. */
  prefix: string;
};

/** A row of `shop_facts`. */
export interface ShopRow {
  name: string | null;
  tagline: string | null;
  address: string | null;
  phone: string | null;
  whatsapp: string | null;
  /** URLs, one per line. */
  social_links: string | null;
  opening_hours: string | null;
  default_language: string | null;
  default_weight: number | null;
  /** The columns of the texts that exist. */
  texts: unknown;
  translations: unknown;
  /** Whether there are published events. */
  has_events: boolean | null;
}

type Config = {
  /** Absolute URL of the backend, as its clients require. */
  url: string;
  /** Base URL of pictures; empty if the page's own server stores them. */
  files: string;
  anonKey: string;
  bucket: string;
  /** Whether the backend sends emails: then addresses are confirmed, and forgotten passwords can be reset. */
  mail: boolean;
  /** Minimum and maximum password length that the backend accepts. */
  passwordBytes: readonly [shortest: number, longest: number];
  brand: Brand;
  /** URL of a demo shop's sample statement. */
  demoStatement?: string;
  /** The administrators' settings, which override the brand; null if there are none, undefined if not read. */
  shop?: ShopRow | null;
};

const brandDefaults: Brand = {
  name: "Tapis",
  tagline: "",
  address: "",
  phone: "",
  whatsapp: "",
  social: { name: "", url: "" },
  logo: "/logo.svg",
  prefix: "tapis_",
};

type PartialConfig = Partial<Omit<Config, "brand">> & { brand?: Partial<Brand> };

/** An empty URL means that the backend has the page's origin. */
export function applyConfigDefaults(configured: PartialConfig, origin: string): Config {
  const url = (configured.url || origin).replace(/\/+$/, "");
  return {
    url,
    files: configured.files ?? url,
    anonKey: configured.anonKey ?? "",
    bucket: configured.bucket ?? "tapis",
    // Our own gateway always sets this; hosted projects have a mail server.
    mail: configured.mail ?? true,
    passwordBytes: configured.passwordBytes ?? [6, 72],
    brand: { ...brandDefaults, ...configured.brand },
    ...(configured.demoStatement && { demoStatement: configured.demoStatement }),
    ...(configured.shop !== undefined && { shop: configured.shop }),
  };
}

declare global {
  /** The same JSON, for rendering without a document. */
  var tapisConfig: string | undefined;
}

function configured(): PartialConfig {
  const text = globalThis.tapisConfig ?? globalThis.document?.getElementById("tapis-config")?.textContent;
  return text ? (JSON.parse(text) as PartialConfig) : {};
}

export const config: Config = applyConfigDefaults(configured(), globalThis.location?.origin ?? "");
/** For the logo and the prefix; other facts about the shop are in `shop` (./shop.ts). */
export const brand: Brand = config.brand;
