// Evaluates a scan against the cached door list, with the same order of checks as db/functions/check_ins.sql.

import type { DoorList, DoorPerson, Scan, ScanAnswer, ScanResult } from "@/data/tables";
import { formatShopDay } from "@/lib/dates";

export function evaluateScan(list: DoorList, scan: Scan): ScanResult {
  const person = findPerson(list, scan);
  const entry = person?.entries[formatShopDay(scan.at)];
  return {
    nonce: scan.nonce,
    answer: person ? answerFor(person, scan) : unknownAnswer(list, scan),
    number: person?.number ?? null,
    name: person?.name ?? null,
    card: person?.card ?? null,
    days: person?.days ?? [],
    at: entry?.at ?? null,
    by: entry?.by ?? null,
  };
}

function findPerson({ people }: DoorList, scan: Scan): DoorPerson | undefined {
  if ("number" in scan) return people.find(({ number }) => number === scan.number);
  const token = scan.token.toLowerCase();
  return people.find((person) => person.token === token);
}

function unknownAnswer({ others }: DoorList, scan: Scan): ScanAnswer {
  return "token" in scan && others.includes(scan.token.toLowerCase()) ? "other_event" : "unknown";
}

function answerFor(person: DoorPerson, { at }: Scan): ScanAnswer {
  const day = formatShopDay(at);
  if (person.accepted === null) return "not_announced";
  if (!person.accepted) return "declined";
  if (person.owes_fee) return "fee_unpaid";
  if (person.days.length > 0 && !person.days.includes(day)) return "other_day";
  return person.entries[day] ? "already_in" : "welcome";
}

/** The list with the entries of these scans; the earlier of two scans counts as the entry. */
export function applyScans(list: DoorList, scans: readonly Scan[], by: string): DoorList {
  const sorted = scans.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return sorted.reduce(
    (current, scan) => applyScanResult(current, evaluateScan(current, scan), { at: scan.at, by }),
    list,
  );
}

/** The list with the entry of one scan result; `own` is the entry if this scan itself let the person in. */
export function applyScanResult(
  list: DoorList,
  { answer, number, at, by }: ScanResult,
  own?: { at: string; by: string },
) {
  if (answer !== "welcome" && answer !== "already_in") return list;
  const entry = answer === "welcome" && own ? own : at ? { at, by } : null;
  if (!entry) return list;
  const addEntry = (person: DoorPerson) =>
    person.number === number ? { ...person, entries: { ...person.entries, [formatShopDay(entry.at)]: entry } } : person;
  return { ...list, people: list.people.map(addEntry) };
}

/** How many people are expected on a day, and how many have entered: these too were expected, whatever was announced since. */
export function countAttendance({ people }: DoorList, day: string): { expected: number; present: number } {
  const present = people.filter(({ entries }) => entries[day]);
  const expected = people.filter(
    ({ accepted, days, entries }) => entries[day] || (accepted && (days.length === 0 || days.includes(day))),
  );
  return { expected: expected.length, present: present.length };
}
