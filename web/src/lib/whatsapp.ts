// WhatsApp: numbers as people here write them, and links that open a chat with a sentence already in it.

const separators = /[\s().-]/g;
/** The national zero, also where somebody wrote it behind the country code: +62 (0)812… */
const indonesianPrefix = /^(?:\+?620?|0)(?=[1-9])/;
/** With the country code and nothing else, as links want it; the same as the database's rule. */
const e164 = /^[1-9]\d{7,14}$/;

/** "0812-3456-7890" and "+62 812 3456 7890" are "6281234567890"; null for what is no number. */
export function whatsappNumber(text: string): string | null {
  const typed = text.replace(separators, "");
  const hasPrefix = typed.startsWith("+") || indonesianPrefix.test(typed);
  const number = typed.replace(indonesianPrefix, "62").replace(/^\+/, "");
  return hasPrefix && e164.test(number) ? number : null;
}

/** As people here write it: "0812 3456 7890", and numbers of other countries with a plus. */
export function formatPhone(number: string): string {
  return number.startsWith("62") ? `0${number.slice(2)}`.replace(/\d{4}(?=\d)/g, "$& ") : `+${number}`;
}

/** Numbers of Indonesia that are no mobile ones. */
const landline = /^62[^8]/;

/** The number under which the shop answers on WhatsApp; null where it names none that could. */
export function shopNumber({ whatsapp, phone }: { whatsapp: string; phone: string }): string | null {
  return mobileNumber(whatsapp || phone);
}

/** The shop's own number, where it is one that has WhatsApp. */
export function mobileNumber(phone: string): string | null {
  const number = whatsappNumber(phone);
  return number && !landline.test(number) ? number : null;
}

export function whatsappLink(number: string, sentence: string): string {
  return `https://wa.me/${number}?text=${encodeURIComponent(sentence)}`;
}
