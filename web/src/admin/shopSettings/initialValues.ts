// What a field of the settings begins with while the row says nothing: what the shop says today, by brand.toml.

import type { ShopSettings } from "@/data/tables";
import { textPages } from "@/entities/shopTexts";
import { brand } from "@/lib/config";
import { fieldsOf } from "@/lib/typeGuards";
import { formatPhone, shopNumber } from "@/lib/whatsapp";
import type { FieldName } from "@/messages/admin";
import type { Column } from "../kit/resource";

const whatsappOf = (number: string | null) => number && formatPhone(number);

export function initialValues(row: ShopSettings | null): object {
  const written = Object.entries(row ?? {}).filter(([, value]) => value !== null);
  const begun = { ...brandValues(), ...Object.fromEntries(written) };
  const untranslated = row === null || row.tagline === null;
  return {
    ...begun,
    whatsapp: row && row.whatsapp !== null ? whatsappOf(row.whatsapp) : begun.whatsapp,
    translations: untranslated ? { ...brandValues().translations, ...row?.translations } : row.translations,
  };
}

function brandValues() {
  const { name, tagline, address, phone, social } = brand;
  const own = typeof tagline === "string" ? tagline : (tagline.en ?? tagline.id ?? "");
  const inIndonesian = fieldsOf(tagline).id;
  return {
    name,
    tagline: own,
    address,
    phone,
    whatsapp: whatsappOf(shopNumber(brand)),
    social_links: social.url,
    default_language: "en",
    translations: inIndonesian && inIndonesian !== own ? { id: { tagline: inIndonesian } } : {},
  };
}

const columns: readonly FieldName[] = [
  ...(["name", "tagline", "address", "phone", "whatsapp", "social_links", "opening_hours"] as const),
  ...textPages.map(({ column }) => column),
  ...(["default_language", "default_weight"] as const),
];

/** Side by side where two people changed them. */
export const comparedColumns: readonly Column<ShopSettings>[] = columns.map((field) => ({
  field,
  text: (row) => String(fieldsOf(row)[field] ?? ""),
}));
