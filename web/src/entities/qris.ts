// Parses, validates and rewrites the payload of a QRIS code (EMVCo merchant-presented QR).

/** In the order of the checks; the database uses the same names. */
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

export interface QrisMerchant {
  name: string;
  city: string;
  /** National merchant ID. */
  nmid: string;
}

/** Values by two-digit tag. */
type Fields = ReadonlyMap<string, string>;

const NATIONAL_MERCHANT = "51";
const NATIONAL_DOMAIN = "ID.CO.QRIS.WWW";
const POINT_OF_INITIATION = "01";
const STATIC = "11";
const DYNAMIC = "12";
const AMOUNT = "54";
const MERCHANT = "59";
const CRC = "63";
/** Payload format indicator, with which every payment code begins. */
const FIRST_FIELD = "000201";
/** Tip and convenience fee tags, removed because QRIS payments may not carry a surcharge. */
const TIPS = ["55", "56", "57"];

/** Null for a static code to which an amount can be added. */
export function findQrisFault(text: string): QrisFault | null {
  const fields = parseFields(text);
  if (!fields || !isWellFormed(fields)) return "qris_structure";
  if (fields.get(CRC)?.toUpperCase() !== crc16(text.slice(0, -4))) return "qris_crc";
  if (fields.get("53") !== "360") return "qris_currency";
  if (fields.get("58") !== "ID") return "qris_country";
  if ((fields.get(POINT_OF_INITIATION) ?? STATIC) !== STATIC) return "qris_dynamic";
  if (fields.has(AMOUNT)) return "qris_amount";
  return fields.get(MERCHANT)?.trim() ? null : "qris_merchant";
}

/** The payment code among a picture's codes, "several" if two differ, else any other code; null without one. */
export function pickPaymentCode(texts: readonly string[]): { text: string } | "several" | null {
  const payments = new Set(texts.filter((text) => text.startsWith(FIRST_FIELD)));
  if (payments.size > 1) return "several";
  const [text] = [...payments, ...texts];
  return text === undefined ? null : { text };
}

/** The payee; null if the text isn't in TLV format. */
export function parseMerchant(text: string): QrisMerchant | null {
  const fields = parseFields(text);
  if (!fields) return null;
  const nmid = parseFields(fields.get(NATIONAL_MERCHANT) ?? "")?.get("02");
  return { name: fields.get(MERCHANT) ?? "", city: fields.get("60") ?? "", nmid: nmid ?? "" };
}

/** The dynamic code for this amount in rupiah; `text` must be a valid static code. */
export function buildExactAmountCode(text: string, amount: number): string {
  const fields = new Map(parseFields(text));
  for (const tag of [CRC, ...TIPS]) fields.delete(tag);
  fields.set(POINT_OF_INITIATION, DYNAMIC).set(AMOUNT, amount.toFixed(0));
  const sorted = [...fields].sort(([one], [other]) => Number(one) - Number(other));
  const unsigned = `${sorted.map(([tag, value]) => `${tag}${twoDigits(value.length)}${value}`).join("")}${CRC}04`;
  return unsigned + crc16(unsigned);
}

/** Parses TLV (tag, length, value) to the end; null if malformed. */
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

/** CRC-16/CCITT-FALSE (polynomial 1021, initial value FFFF) over UTF-8. */
function crc16(text: string): string {
  const crc = new TextEncoder().encode(text).reduce(crc16Byte, 0xffff);
  return crc.toString(16).toUpperCase().padStart(4, "0");
}

function crc16Byte(before: number, byte: number): number {
  let crc = before ^ (byte << 8);
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  return crc & 0xffff;
}
