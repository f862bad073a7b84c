// Validation rules of the admin forms. Each entity builds one schema from them, for adding and editing.

import * as v from "valibot";
import { parseShopTime } from "@/lib/dates";
import { formatRupiah } from "@/lib/money";
import { type ParsedNumber, parseAccountNumber, parseRupiah, parseWholeNumber } from "@/lib/numbers";
import type { AdminMessages, FieldName } from "@/messages/admin";
import { imageFileSchema, isImageFile } from "./imageFileSchema";

export type FormRules = ReturnType<typeof createFormRules>;

/** A field missing from the form (no choice made) counts as empty. */
export function createFormRules(m: AdminMessages, editing: boolean) {
  const required = (field: FieldName) => m.rules.required(m.fields[field]);
  const text = (field: FieldName) => v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty(required(field))), "");
  return {
    editing,
    required,
    text,
    /** The record's uuid, when editing. */
    record: (): v.ObjectEntries => (editing ? { uuid: text("uuid") } : {}),
    /** Null if empty. */
    anyText: () =>
      v.pipe(
        v.optional(v.string(), ""),
        v.transform((typed) => typed.trim() || null),
      ),
    /** The ISO date of a date control. */
    date: (field: FieldName) => v.pipe(text(field), v.isoDate(required(field))),
    /** Null if empty. */
    optionalDate: (field: FieldName) =>
      v.pipe(
        v.optional(v.union([v.literal(""), v.pipe(v.string(), v.isoDate())], required(field)), ""),
        v.transform((day) => day || null),
      ),
    /** Entered in shop time, stored in UTC; null if empty. */
    optionalTime: () => v.pipe(v.optional(v.string(), ""), v.transform(parseShopTime)),
    /** Account number of a bank or wallet: digits, with any separators. */
    accountNumber: (field: FieldName) =>
      v.pipe(
        text(field),
        v.transform((typed) => parseAccountNumber(typed)),
        v.string(m.rules.account(m.fields[field], m.fields.payment_account)),
      ),
    fileRequired: (field: FieldName) => m.rules.fileRequired(m.fields[field]),
    whole: (field: FieldName) => v.pipe(text(field), ...parsed(parseWholeNumber, m.rules.whole(m.fields[field]))),
    /** Rupiah, in any unambiguous notation. */
    amount: (field: FieldName) =>
      v.pipe(
        text(field),
        ...parsed(parseRupiah, m.rules.amount(m.fields[field])),
        v.maxValue(Number.MAX_SAFE_INTEGER, m.rules.most(m.fields[field], formatRupiah(Number.MAX_SAFE_INTEGER))),
      ),
    wrongPage: (pages: readonly string[]) => m.rules.page(m.fields.pathname, pages.join(", ")),
    wrongLink: m.rules.link(m.fields.link),
    /** May be empty; stays a string, not null. */
    emptiableText: () => v.pipe(v.optional(v.string(), ""), v.trim()),
    wrongWhatsapp: m.rules.whatsapp,
    wrongProfile: m.rules.httpsAddress(m.fields.social_links),
    wrongPageOfCourier: m.rules.httpsAddress(m.fields.tracking_page),
    /** Rupiah, or null if empty. */
    optionalAmount: (field: FieldName) =>
      v.pipe(
        v.optional(v.string(), ""),
        v.transform((typed) => (typed.trim() ? parseRupiah(typed) : null)),
        v.check((found) => found === null || typeof found === "number", m.rules.amount(m.fields[field])),
      ),
    /** A whole number in a range, or null if empty. */
    optionalWhole: (field: FieldName, least: number, tooHigh: number) =>
      v.pipe(
        v.optional(v.string(), ""),
        v.transform((typed) => (typed.trim() ? Number(parseWholeNumber(typed) ?? Number.NaN) : null)),
        v.check(
          (found) => found === null || (found >= least && found <= tooHigh),
          m.rules.between(m.fields[field], least, tooHigh),
        ),
      ),
    tooHigh: (field: FieldName, tooHigh: number) => m.rules.most(m.fields[field], formatRupiah(tooHigh)),
    ticked: () =>
      v.pipe(
        v.optional(v.string(), ""),
        v.transform((ticked) => ticked !== ""),
      ),
    notAnImage: (field: FieldName) => m.rules.notAnImage(m.fields[field]),
    sizes: m.products.refusals,
    events: m.events.refusals,
    priceBeforeTooLow: m.products.priceBeforeTooLow,
    unclearQuantity: m.rules.whole(m.transactions.quantity),
    /** Required for a new record; an edit may keep the stored picture. */
    picture: (field: FieldName) => {
      const notAnImage = m.rules.notAnImage(m.fields[field]);
      return editing ? optionalImage(notAnImage) : imageFileSchema(m.rules.fileRequired(m.fields[field]), notAnImage);
    },
    optionalPicture: (field: FieldName) => optionalImage(m.rules.notAnImage(m.fields[field])),
  };
}

function parsed(parse: (text: string) => ParsedNumber, refusal: string) {
  return [
    v.transform(parse),
    v.check((found: ParsedNumber) => typeof found === "number", refusal),
    v.transform(Number),
  ] as const;
}

/** An untouched file control submits a file without name and content. */
function optionalImage(notAnImage: string) {
  return v.pipe(
    v.custom<File | undefined>((found) => found === undefined || found instanceof File),
    v.transform((file) => (file && (file.name !== "" || file.size > 0) ? file : undefined)),
    v.check((file) => file === undefined || isImageFile(file), notAnImage),
  );
}

/** A deletion needs the record's uuid and the name of every file deleted with it. */
export function createDeletionSchema(m: AdminMessages, pictures: readonly FieldName[]) {
  const required = (sentence: string) => v.optional(v.pipe(v.string(), v.nonEmpty(sentence)), "");
  const files = pictures.map((field) => [field, required(m.rules.fileRequired(m.fields[field]))] as const);
  return v.object({ uuid: required(m.rules.required(m.fields.uuid)), ...Object.fromEntries(files) });
}
