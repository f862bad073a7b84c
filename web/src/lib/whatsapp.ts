// WhatsApp: parsing and formatting of phone numbers, and links that open a chat with a prefilled message.

/** Also dashes of all kinds, and the invisible characters that come with a number copied from contacts. */
const separators = /[\s().\p{Pd}\p{Cf}]/gu;
/** The trunk prefix 0, also after the country code: +62 (0)812… */
const indonesianPrefix = /^(?:\+?620?|0)(?=[1-9])/;
/** E.164 digits without the plus, as links require; the same as the database's rule. */
const e164 = /^[1-9]\d{7,14}$/;

/** "0812-3456-7890" and "+62 812 3456 7890" are "6281234567890"; null if invalid. */
export function parseWhatsAppNumber(text: string): string | null {
  const typed = text.replace(separators, "");
  const hasPrefix = typed.startsWith("+") || indonesianPrefix.test(typed);
  const number = typed.replace(indonesianPrefix, "62").replace(/^\+/, "");
  return hasPrefix && e164.test(number) ? number : null;
}

/** National format, "0812 3456 7890"; international numbers with a plus. */
export function formatPhoneNumber(number: string): string {
  return number.startsWith("62") ? `0${number.slice(2)}`.replace(/\d{4}(?=\d)/g, "$& ") : `+${number}`;
}

/** Indonesian numbers that aren't mobile. */
const landline = /^62[^8]/;

/** The shop's WhatsApp number; null if it has no mobile number. */
export function getShopWhatsAppNumber({ whatsapp, phone }: { whatsapp: string; phone: string }): string | null {
  return parseMobileNumber(whatsapp || phone);
}

/** The number if it can have WhatsApp, else null. */
export function parseMobileNumber(phone: string): string | null {
  const number = parseWhatsAppNumber(phone);
  return number && !landline.test(number) ? number : null;
}

export function buildWhatsAppUrl(number: string, sentence: string): string {
  return `https://wa.me/${number}?text=${encodeURIComponent(sentence)}`;
}
