// Form schemas of registrations and announcements in the admin area.

import * as v from "valibot";
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

export function auditionAnnouncementSchema(rules: FormRules) {
  return v.object({
    ...rules.record(),
    user_id: rules.text("user_id"),
    audition_status: v.pipe(
      rules.text("audition_status"),
      v.transform((chosen) => chosen === "true"),
    ),
    training_time: rules.optionalTime(),
    rehearsal_time: rules.optionalTime(),
    audition_time: rules.optionalTime(),
  });
}
