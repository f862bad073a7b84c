// Registrations and announcements as an administrator enters them.

import * as v from "valibot";
import { fromShopTime } from "@/lib/dates";
import type { Rules } from "./formRules";

/** The bounds of the measures are the database's business here. */
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

/** Times are entered in the shop's zone and stored as moments; none is needed. */
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
