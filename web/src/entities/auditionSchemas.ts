// Form schemas of registrations and announcements in the admin area.

import * as v from "valibot";
import { parseShopTime } from "@/lib/dates";
import type { FormRules } from "./createFormRules";

/** The database checks the limits of the measures. A new registration may be for an event. */
export function auditionRegistrationSchema(rules: FormRules) {
  return v.object({
    ...rules.record(),
    user_id: rules.text("user_id"),
    name: rules.text("name"),
    place_and_date_of_birth: rules.text("place_and_date_of_birth"),
    address: rules.text("address"),
    age: rules.whole("age"),
    body_weight: rules.whole("body_weight"),
    height: rules.whole("height"),
    comcard_image: rules.picture("comcard_image"),
    invoice_image: rules.picture("invoice_image"),
    event_uuid: v.optional(v.string()),
  });
}

/** Times are entered in shop time, stored in UTC, and optional. */
export function auditionAnnouncementSchema(rules: FormRules) {
  const time = v.pipe(v.optional(v.string(), ""), v.transform(parseShopTime));
  return v.object({
    ...rules.record(),
    user_id: rules.text("user_id"),
    audition_status: v.pipe(
      rules.text("audition_status"),
      v.transform((chosen) => chosen === "true"),
    ),
    training_time: time,
    rehearsal_time: time,
    audition_time: time,
  });
}
