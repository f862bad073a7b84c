// Form schemas of registrations and announcements in the admin area.

import * as v from "valibot";
import { fromShopTime } from "@/lib/dates";
import type { Rules } from "./formRules";

/** The database checks the limits of the measures. */
export function auditionRegistrationForm(is: Rules) {
  return v.object({
    ...is.record(),
    user_id: is.text("user_id"),
    name: is.text("name"),
    place_and_date_of_birth: is.text("place_and_date_of_birth"),
    address: is.text("address"),
    age: is.whole("age"),
    body_weight: is.whole("body_weight"),
    height: is.whole("height"),
    comcard_image: is.picture("comcard_image"),
    invoice_image: is.picture("invoice_image"),
  });
}

/** Times are entered in shop time, stored in UTC, and optional. */
export function auditionAnnouncementForm(is: Rules) {
  const time = v.pipe(v.optional(v.string(), ""), v.transform(fromShopTime));
  return v.object({
    ...is.record(),
    user_id: is.text("user_id"),
    audition_status: v.pipe(
      is.text("audition_status"),
      v.transform((chosen) => chosen === "true"),
    ),
    training_time: time,
    rehearsal_time: time,
    audition_time: time,
  });
}
