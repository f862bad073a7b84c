// The configuration that the server puts into the page: where the backend is, its public key, and whose shop this is.

import type { Localized } from "./language";
import type { ShopRow } from "./shop";

export type Brand = {
  name: string;
  /** One text, or one per language. */
  tagline: string | Partial<Localized>;
  address: string;
  phone: string;
  /** A number of its own for WhatsApp, where the phone is a landline. */
  whatsapp: string;
  social: { name: string; url: string };
  logo: string;
  /** In front of the session's key in local storage, so that two brands on one origin stay apart. */
  prefix: string;
};

export type Config = {
  /** Where the backend answers, in full: its clients need that. */
  url: string;
  /** What stands in front of a picture's path: nothing where the page's own server keeps the pictures. */
  files: string;
  anonKey: string;
  bucket: string;
  /** Whether the backend sends mails: then addresses are proved, and a forgotten password can be replaced. */
  mail: boolean;
  /** The shortest and the longest password that the backend takes. */
  passwordBytes: readonly [shortest: number, longest: number];
  brand: Brand;
  /** Where a demo shop keeps a statement to be tried with. */
  demoStatement?: string;
  /** What the administrators have written over it, null for nothing; missing where nobody has asked. */
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

/** An empty address means: the backend answers where the page came from. */
export function withDefaults(configured: PartialConfig, origin: string): Config {
  const url = (configured.url || origin).replace(/\/+$/, "");
  return {
    url,
    files: configured.files ?? url,
    anonKey: configured.anonKey ?? "",
    bucket: configured.bucket ?? "tapis",
    // Our own gateway always says; a hosted project has a mail server.
    mail: configured.mail ?? true,
    passwordBytes: configured.passwordBytes ?? [6, 72],
    brand: { ...brandDefaults, ...configured.brand },
    ...(configured.demoStatement && { demoStatement: configured.demoStatement }),
    ...(configured.shop !== undefined && { shop: configured.shop }),
  };
}

declare global {
  /** The same JSON, where a page is rendered without a document. */
  var tapisConfig: string | undefined;
}

function configured(): PartialConfig {
  const text = globalThis.tapisConfig ?? globalThis.document?.getElementById("tapis-config")?.textContent;
  return text ? (JSON.parse(text) as PartialConfig) : {};
}

export const config: Config = withDefaults(configured(), globalThis.location?.origin ?? "");
/** The logo and the prefix; what the shop says of itself is `shop` (./shop.ts). */
export const brand: Brand = config.brand;
