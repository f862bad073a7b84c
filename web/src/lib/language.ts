// The languages of the shop.

export const languages = ["en", "id"] as const;
export type Language = (typeof languages)[number];
/** One text per language. */
export type LocalizedText = Record<Language, string>;
