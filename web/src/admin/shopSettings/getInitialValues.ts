// The initial values of the settings form: stored values, with those of brand.toml for unset columns.

import type { RecordValues } from "@/data/records";
import type { ShopSettings } from "@/data/tables";
import { shopTextPages } from "@/entities/shopTexts";
import { brand } from "@/lib/config";
import { toFields } from "@/lib/typeGuards";
import { formatPhoneNumber, getShopWhatsAppNumber } from "@/lib/whatsapp";
import type { FieldName } from "@/messages/admin";
import { parseTranslations } from "../kit/bilingual";
import type { Column } from "../kit/resource";

const whatsappOf = (number: string | null) => number && formatPhoneNumber(number);

export function getInitialValues(row: ShopSettings | null): object {
  const storedEntries = Object.entries(row ?? {}).filter(([, value]) => value !== null);
  const values = { ...brandValues(), ...Object.fromEntries(storedEntries) };
  const untranslated = row === null || row.tagline === null;
  return {
    ...values,
    whatsapp: row && row.whatsapp !== null ? whatsappOf(row.whatsapp) : values.whatsapp,
    translations: untranslated ? { ...brandValues().translations, ...row?.translations } : row.translations,
  };
}

/** Without the default slogan's translation if the slogan is another: pages in that language would show it instead. */
export function withoutOldTranslation({ translations, ...values }: RecordValues): RecordValues {
  const texts = toFields(translations);
  const { tagline, ...others } = toFields(texts.id);
  const { tagline: defaultTagline, translations: defaults } = brandValues();
  const isOld = values.tagline !== defaultTagline && tagline === defaults.id?.tagline;
  return { ...values, translations: isOld ? parseTranslations({ ...texts, id: others }) : translations };
}

function brandValues() {
  const { name, tagline, address, phone, social } = brand;
  const defaultTagline = typeof tagline === "string" ? tagline : (tagline.en ?? tagline.id ?? "");
  const indonesianTagline = toFields(tagline).id;
  return {
    name,
    tagline: defaultTagline,
    address,
    phone,
    whatsapp: whatsappOf(getShopWhatsAppNumber(brand)),
    social_links: social.url,
    default_language: "en",
    translations:
      indonesianTagline && indonesianTagline !== defaultTagline ? { id: { tagline: indonesianTagline } } : {},
  };
}

const columns: readonly FieldName[] = [
  ...(["name", "tagline", "address", "phone", "whatsapp", "social_links", "opening_hours"] as const),
  ...shopTextPages.map(({ column }) => column),
  ...(["default_language", "default_weight"] as const),
];

/** Shown side by side in an edit conflict. */
export const conflictColumns: readonly Column<ShopSettings>[] = columns.map((field) => ({
  field,
  text: (row) => String(toFields(row)[field] ?? ""),
}));
