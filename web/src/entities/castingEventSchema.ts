// Form schema of a casting or show.

import * as v from "valibot";
import { type EventDay, type EventPlace, eventDayKinds, eventQuestions } from "@/data/tables";
import type { FormRules } from "./createFormRules";
import { picturesSchema } from "./product";

const MAX_RUPIAH = 10_000_000;
const MAX_SOUGHT = 10_000;
const MAX_DAYS = 3_650;

export function castingEventSchema(rules: FormRules) {
  return v.pipe(
    v.object({
      ...rules.record(),
      name: rules.text("name"),
      image: rules.picture("image"),
      story: rules.anyText(),
      pictures: v.optional(picturesSchema(rules.notAnImage("pictures"))),
      places: linesForm<EventPlace>(isPlace, rules.events.places),
      days: linesForm<EventDay>(isDay, rules.events.days),
      opens_at: rules.optionalTime(),
      closes_at: rules.optionalTime(),
      fee: v.pipe(
        rules.optionalAmount("fee"),
        v.check((fee) => typeof fee !== "number" || fee <= MAX_RUPIAH, rules.tooHigh("fee", MAX_RUPIAH)),
      ),
      sought: rules.optionalWhole("sought", 1, MAX_SOUGHT),
      asked: v.pipe(v.optional(v.string(), "[]"), v.parseJson(), v.array(v.picklist(eventQuestions))),
      published: rules.ticked(),
      forget_after_days: rules.optionalWhole("forget_after_days", 1, MAX_DAYS),
    }),
    v.check(
      ({ opens_at, closes_at }) => closes_at === null || (opens_at !== null && closes_at > opens_at),
      rules.events.closes,
    ),
  );
}

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
