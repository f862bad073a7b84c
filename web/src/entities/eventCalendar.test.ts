import { expect, test } from "vitest";
import { buildEventCalendarEntries } from "./eventCalendar";

const days = (["Panggung", "Aula", "Aula"] as const).map((place) => ({
  kind: "training" as const,
  date: "2031-01-10",
  from: "09:00",
  until: "",
  place,
}));

test("Y35 days of one kind and hour are appointments of their own, which stay the same when a place changes", () => {
  const uids = (given: typeof days) =>
    buildEventCalendarEntries({ uuid: "e1", places: [], days: given }, ({ place }) => place).map(({ uid }) => uid);
  const first = "e1-training-2031-01-10-0900";
  expect(uids(days)).toEqual([first, `${first}-2`, `${first}-3`]);
  expect(uids(days.map((day) => ({ ...day, place: "Aula" })))).toEqual(uids(days));
});
