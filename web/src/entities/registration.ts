// Form schema of a talent's audition registration: every field is required, with the database's limits.

import * as v from "valibot";
import { parseWholeNumber } from "@/lib/numbers";
import type { Messages } from "@/messages/account";
import { imageFileSchema } from "./imageFileSchema";

const MAX_BODY_MEASURE = 32_767;

type Field = keyof Messages["registration"]["fields"];

/** Errors are listed in the order of the fields. */
export function registrationSchema(m: Messages) {
  const { fields, rules } = m.registration;
  const text = (field: Field) => v.pipe(v.string(), v.trim(), v.nonEmpty(rules.required(fields[field])));
  const measure = (field: Field) =>
    v.pipe(
      text(field),
      v.transform(parseWholeNumber),
      v.check((read) => read !== "unclear", rules.whole(fields[field])),
      v.check((read) => read !== "negative" && read !== 0, rules.positive(fields[field])),
      v.check((read) => !(Number(read) > MAX_BODY_MEASURE), rules.most(fields[field], MAX_BODY_MEASURE)),
      v.transform(Number),
    );
  const picture = (field: Field) => imageFileSchema(rules.fileRequired(fields[field]), rules.notAnImage(fields[field]));
  return v.object({
    name: text("name"),
    place_and_date_of_birth: text("place_and_date_of_birth"),
    address: text("address"),
    age: measure("age"),
    body_weight: measure("body_weight"),
    height: measure("height"),
    comcard_image: picture("comcard_image"),
    invoice_image: picture("invoice_image"),
  });
}

/** A free registration needs no proof of payment; the column is required, so it gets a copy of the card. */
export function freeRegistrationSchema(m: Messages) {
  return v.pipe(
    v.omit(registrationSchema(m), ["invoice_image"]),
    v.transform((sent) => ({ ...sent, invoice_image: copyOf(sent.comcard_image) })),
  );
}

const copyOf = (file: File) => new File([file], file.name, { type: file.type, lastModified: file.lastModified });
