// The text inside a QRIS code: what it says, why it can't be used, and the same code for one exact amount.

/** In the order in which they are looked for; the database refuses by the same names. */
const qrisFaults = [
  "qris_structure",
  "qris_crc",
  "qris_currency",
  "qris_country",
  "qris_dynamic",
  "qris_amount",
  "qris_merchant",
] as const;
type QrisFault = (typeof qrisFaults)[number];

export interface Merchant {
  name: string;
  city: string;
  /** The national number of the merchant. */
  nmid: string;
}

/** By tag: two digits each. */
type Fields = ReadonlyMap<string, string>;

const NATIONAL_MERCHANT = "51";
const NATIONAL_DOMAIN = "ID.CO.QRIS.WWW";
const POINT_OF_INITIATION = "01";
const STATIC = "11";
const DYNAMIC = "12";
const AMOUNT = "54";
const MERCHANT = "59";
const CRC = "63";
/** With which every code begins that merchants are paid by. */
const FIRST_FIELD = "000201";
/** What is asked on top: nobody may add a fee to a payment by QRIS. */
const TIPS = ["55", "56", "57"];

/** Null for a static code that can be made exact. */
export function qrisFault(text: string): QrisFault | null {
  const fields = parseFields(text);
  if (!fields || !isWellFormed(fields)) return "qris_structure";
  if (fields.get(CRC)?.toUpperCase() !== crc16(text.slice(0, -4))) return "qris_crc";
  if (fields.get("53") !== "360") return "qris_currency";
  if (fields.get("58") !== "ID") return "qris_country";
  if ((fields.get(POINT_OF_INITIATION) ?? STATIC) !== STATIC) return "qris_dynamic";
  if (fields.has(AMOUNT)) return "qris_amount";
  return fields.get(MERCHANT)?.trim() ? null : "qris_merchant";
}

/** Of all codes in a picture the one that people pay by, "several" where two differ, else any; null where there is none. */
export function paymentCodeOf(texts: readonly string[]): { text: string } | "several" | null {
  const payments = new Set(texts.filter((text) => text.startsWith(FIRST_FIELD)));
  if (payments.size > 1) return "several";
  const [text] = [...payments, ...texts];
  return text === undefined ? null : { text };
}

/** Whose code it is; null for any other text. */
export function merchantOf(text: string): Merchant | null {
  const fields = parseFields(text);
  if (!fields) return null;
  const nmid = parseFields(fields.get(NATIONAL_MERCHANT) ?? "")?.get("02");
  return { name: fields.get(MERCHANT) ?? "", city: fields.get("60") ?? "", nmid: nmid ?? "" };
}

/** The text of a code by which exactly this many rupiah are paid, once; the text must be without fault. */
export function exactCode(text: string, amount: number): string {
  const fields = new Map(parseFields(text));
  for (const tag of [CRC, ...TIPS]) fields.delete(tag);
  fields.set(POINT_OF_INITIATION, DYNAMIC).set(AMOUNT, amount.toFixed(0));
  const sorted = [...fields].sort(([one], [other]) => Number(one) - Number(other));
  const unsigned = `${sorted.map(([tag, value]) => `${tag}${twoDigits(value.length)}${value}`).join("")}${CRC}04`;
  return unsigned + crc16(unsigned);
}

/** Tag, length, value, again and again to the end; null where it isn't so. */
function parseFields(text: string): Fields | null {
  const fields = new Map<string, string>();
  let rest = text;
  while (rest) {
    const [, tag, length] = /^(\d\d)(\d\d)/.exec(rest) ?? [];
    const end = 4 + Number(length);
    if (!tag || rest.length < end || fields.has(tag)) return null;
    fields.set(tag, rest.slice(4, end));
    rest = rest.slice(end);
  }
  return fields;
}

function isWellFormed(fields: Fields): boolean {
  const tags = [...fields.keys()];
  const templates = tags.filter(isTemplate).map((tag) => parseFields(fields.get(tag) ?? ""));
  return (
    fields.get("00") === "01" &&
    tags[0] === "00" &&
    tags.at(-1) === CRC &&
    /^[0-9a-f]{4}$/i.test(fields.get(CRC) ?? "") &&
    templates.every(Boolean) &&
    tags.some((tag) => tag >= "26" && tag <= "45") &&
    parseFields(fields.get(NATIONAL_MERCHANT) ?? "")?.get("00") === NATIONAL_DOMAIN
  );
}

function isTemplate(tag: string): boolean {
  return (tag >= "26" && tag <= "51") || tag === "62" || tag === "64" || tag >= "80";
}

const twoDigits = (length: number) => String(length).padStart(2, "0");

/** CRC-16 with polynomial 1021, begun with FFFF, over the text in UTF-8. */
function crc16(text: string): string {
  const crc = new TextEncoder().encode(text).reduce(crc16Byte, 0xffff);
  return crc.toString(16).toUpperCase().padStart(4, "0");
}

function crc16Byte(before: number, byte: number): number {
  let crc = before ^ (byte << 8);
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  return crc & 0xffff;
}
