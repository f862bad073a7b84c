// Y30: the administrators' settings override brand.toml, field by field.
import { expect, test } from "vitest";
import { withDefaults } from "./config";
import { localizedText, profileName, type ShopRow, shopOf } from "./shop";
import { shopNumber } from "./whatsapp";

const { brand } = withDefaults(
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
  expect(shopOf(brand, unwritten)).toEqual(shopOf(brand, null));
  expect(shopOf(brand, null)).toMatchObject({ name: "Tapis", social: [{ name: "Instagram" }] });
});

test("Y30 an empty field is no field that is missing", () => {
  const shop = shopOf(brand, { ...unwritten, social_links: "", whatsapp: "", phone: "" });
  expect([shop.social, shopNumber(shop), shop.phone]).toEqual([[], null, ""]);
});

test("Y30 a text without a translation is the same in both languages", () => {
  const translations = { en: { tagline: "By the sea" } };
  const { tagline, openingHours } = shopOf(brand, {
    ...unwritten,
    tagline: "Di tepi laut",
    opening_hours: "9-17",
    translations,
  });
  expect([localizedText(tagline, "en"), localizedText(tagline, "id")]).toEqual(["By the sea", "Di tepi laut"]);
  expect([localizedText(openingHours, "en"), localizedText(openingHours, "id")]).toEqual(["9-17", "9-17"]);
});

test("Y30 a number of another country is stored without its plus and opens its chat", () => {
  expect(shopNumber(shopOf(brand, { ...unwritten, whatsapp: "6591234567" }))).toBe("6591234567");
});

test.each([
  ["https://www.instagram.com/tapis", "Instagram"],
  ["https://tiktok.com/@tapis", "TikTok"],
  ["https://m.facebook.com/tapis", "Facebook"],
])("Y30 %s is called %s", (url, name) => expect(profileName(url)).toBe(name));
