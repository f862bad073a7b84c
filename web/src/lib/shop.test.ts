// Y30: the administrators' settings override brand.toml, field by field.
import { expect, test } from "vitest";
import { applyConfigDefaults, type ShopRow } from "./config";
import { buildShop, getSocialNetworkName, pickLocalizedText } from "./shop";
import { getShopWhatsAppNumber } from "./whatsapp";

const { brand } = applyConfigDefaults(
  {
    brand: {
      name: "Tapis",
      tagline: { en: "Worn by the world", id: "Untuk dunia" },
      phone: "+62 721 555 0134",
      whatsapp: "0812 0000 0000",
      social: { name: "Instagram", url: "https://instagram.example/tapis" },
    },
  },
  "",
);
const unwritten: ShopRow = {
  name: null,
  tagline: null,
  address: null,
  phone: null,
  whatsapp: null,
  social_links: null,
  opening_hours: null,
  default_language: null,
  default_weight: null,
  texts: [],
  translations: {},
  has_events: false,
};

test("Y30 a row that says nothing leaves what brand.toml says", () => {
  expect(buildShop(brand, unwritten)).toEqual(buildShop(brand, null));
  expect(buildShop(brand, null)).toMatchObject({ name: "Tapis", social: [{ name: "Instagram" }] });
});

test("Y30 an empty field is no field that is missing", () => {
  const shop = buildShop(brand, { ...unwritten, social_links: "", whatsapp: "", phone: "" });
  expect([shop.social, getShopWhatsAppNumber(shop), shop.phone]).toEqual([[], null, ""]);
});

test("Y30 a text without a translation is the same in both languages", () => {
  const translations = { en: { tagline: "By the sea" } };
  const { tagline, openingHours } = buildShop(brand, {
    ...unwritten,
    tagline: "Di tepi laut",
    opening_hours: "9-17",
    translations,
  });
  expect([pickLocalizedText(tagline, "en"), pickLocalizedText(tagline, "id")]).toEqual(["By the sea", "Di tepi laut"]);
  expect([pickLocalizedText(openingHours, "en"), pickLocalizedText(openingHours, "id")]).toEqual(["9-17", "9-17"]);
});

test("Y30 a number of another country is stored without its plus and opens its chat", () => {
  expect(getShopWhatsAppNumber(buildShop(brand, { ...unwritten, whatsapp: "6591234567" }))).toBe("6591234567");
});

test.each([
  ["https://www.instagram.com/tapis", "Instagram"],
  ["https://tiktok.com/@tapis", "TikTok"],
  ["https://m.facebook.com/tapis", "Facebook"],
])("Y30 %s is called %s", (url, name) => expect(getSocialNetworkName(url)).toBe(name));
