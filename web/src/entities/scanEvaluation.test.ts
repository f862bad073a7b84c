// The offline evaluation of scans gives the same answers as the database.
import { expect, test } from "vitest";
import type { DoorList, DoorPerson, Scan } from "@/data/tables";
import { applyScans, countAttendance, evaluateScan } from "./scanEvaluation";

const DAY = "2026-12-12";
const person = (number: number, changes: Partial<DoorPerson> = {}): DoorPerson => ({
  registration_uuid: `${number}`,
  number,
  name: `Person ${number}`,
  card: null,
  token: `token-${number}`,
  accepted: true,
  owes_fee: false,
  days: [DAY],
  entries: {},
  ...changes,
});
const list: DoorList = {
  at: "2026-12-12T01:00:00Z",
  people: [
    person(1),
    person(2, { accepted: false, owes_fee: true, days: [] }),
    person(3, { owes_fee: true, days: ["2026-12-13"] }),
    person(4, { days: ["2026-12-13"] }),
    person(5, { entries: { [DAY]: { at: "2026-12-12T01:41:00Z", by: "lea@tapis.id" } } }),
    person(6, { days: [] }),
    person(7, { accepted: null, owes_fee: true }),
  ],
  others: ["of-another-event"],
};
const at = (time: string, code: { token: string } | { number: number }): Scan => ({
  nonce: `${time} ${JSON.stringify(code)}`,
  at: `2026-12-12T${time}Z`,
  ...code,
});

test("Y40 a scan is judged by the list as the database judges it", () => {
  const answers = [
    { number: 99 },
    { token: "no token" },
    { token: "of-another-event" },
    { number: 7 },
    { number: 2 },
    { number: 3 },
    { number: 4 },
    { number: 5 },
    { token: "TOKEN-1" },
    { number: 6 },
  ].map((code) => evaluateScan(list, at("02:00:00", code)).answer);
  const looked = [
    "unknown",
    "unknown",
    "other_event",
    "not_announced",
    "declined",
    "fee_unpaid",
    "other_day",
    "already_in",
  ];
  expect(answers).toEqual([...looked, "welcome", "welcome"]);
  expect(evaluateScan(list, at("02:00:00", { number: 5 }))).toMatchObject({ by: "lea@tapis.id", number: 5 });
});

test("Y40 the day is the shop's: 17:30 UTC is tomorrow in Lampung", () => {
  expect(evaluateScan(list, at("17:30:00", { number: 1 })).answer).toBe("other_day");
  expect(evaluateScan(list, at("17:30:00", { number: 4 })).answer).toBe("welcome");
});

test("Y40 scans that wait count as entries, once for each person, the earlier one first", () => {
  const scans = [at("02:05:00", { number: 1 }), at("02:01:00", { token: "token-1" }), at("02:02:00", { number: 2 })];
  const known = applyScans(list, scans, "door");
  expect(known.people[0]?.entries).toEqual({ [DAY]: { at: "2026-12-12T02:01:00Z", by: "door" } });
  expect(countAttendance(known, DAY)).toEqual({ expected: 3, present: 2 });
  const declinedSince = known.people.map((one) => ({ ...one, accepted: one.accepted && one.number !== 1 }));
  expect(countAttendance({ ...known, people: declinedSince }, DAY)).toEqual({ expected: 3, present: 2 });
  expect(evaluateScan(known, at("02:10:00", { number: 1 })).answer).toBe("already_in");
});
