// Form schema of a casting or show.

import * as v from "valibot";
import { type EventDay, type EventPlace, eventDayKinds, eventQuestions } from "@/data/tables";
import { fromShopTime } from "@/lib/dates";
import type { Rules } from "./formRules";
import { picturesForm } from "./product";

const MAX_RUPIAH = 10_000_000;
const MAX_SOUGHT = 10_000;
const MAX_DAYS = 3_650;

export function castingEventForm(is: Rules) {
  return v.pipe(
    v.object({
      ...is.record(),
      name: is.text("name"),
      image: is.picture("image"),
      story: is.anyText(),
      pictures: v.optional(picturesForm(is.notAnImage("pictures"))),
      places: linesForm<EventPlace>(isPlace, is.events.places),
      days: linesForm<EventDay>(isDay, is.events.days),
      opens_at: shopTime(),
      closes_at: shopTime(),
      fee: v.pipe(
        is.optionalAmount("fee"),
        v.check((fee) => fee === null || Number(fee) <= MAX_RUPIAH, is.tooHigh("fee", MAX_RUPIAH)),
      ),
      sought: is.optionalWhole("sought", 1, MAX_SOUGHT),
      asked: v.pipe(v.optional(v.string(), "[]"), v.parseJson(), v.array(v.picklist(eventQuestions))),
      published: is.ticked(),
      forget_after_days: is.optionalWhole("forget_after_days", 1, MAX_DAYS),
    }),
    v.check(
      ({ opens_at, closes_at }) => closes_at === null || (opens_at !== null && closes_at > opens_at),
      is.events.closes,
    ),
  );
}

const shopTime = () => v.pipe(v.optional(v.string(), ""), v.transform(fromShopTime));

function linesForm<Line>(isValid: (line: Line) => boolean, refusal: string) {
  return v.pipe(
    v.optional(v.string(), "[]"),
    v.parseJson(),
    v.transform((lines) => (lines as Line[]).map(trimmed)),
    v.check((lines) => lines.every(isValid), refusal),
  );
}

function trimmed<Line>(line: Line): Line {
  const entries = Object.entries(line as Record<string, string>).map(([name, value]) => [name, value.trim()]);
  return Object.fromEntries(entries) as Line;
}

const isPlace = ({ name, map }: EventPlace) => name !== "" && (map === "" || /^https:\/\/[^\s"<>]+$/.test(map));

const isDay = ({ kind, date, from, until }: EventDay) =>
  eventDayKinds.includes(kind) && date !== "" && from !== "" && (until === "" || until > from);
