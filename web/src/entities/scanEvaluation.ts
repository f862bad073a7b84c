// What a scan means, as far as a door's list knows: in the order in which the database judges (db/functions/check_ins.sql).

import type { DoorList, DoorPerson, Scan, ScanAnswer, ScanResult } from "@/data/tables";
import { shopDay } from "@/lib/dates";

export function evaluateScan(list: DoorList, scan: Scan): ScanResult {
  const person = findPerson(list, scan);
  const entry = person?.entries[shopDay(scan.at)];
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
  const day = shopDay(at);
  if (!person.accepted) return "declined";
  if (person.owes_fee) return "fee_unpaid";
  if (person.days.length > 0 && !person.days.includes(day)) return "other_day";
  return person.entries[day] ? "already_in" : "welcome";
}

/** The list in which those are in who were let in by these scans; of two scans the earlier one lets in. */
export function withScans(list: DoorList, scans: readonly Scan[], by: string): DoorList {
  const sorted = scans.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return sorted.reduce((current, scan) => withEntry(current, evaluateScan(current, scan), { at: scan.at, by }), list);
}

/** The same with what the answer to one scan says of an entry; `own` where it was the scan itself that let in. */
export function withEntry(list: DoorList, { answer, number, at, by }: ScanResult, own?: { at: string; by: string }) {
  if (answer !== "welcome" && answer !== "already_in") return list;
  const entry = answer === "welcome" && own ? own : at ? { at, by } : null;
  if (!entry) return list;
  const addEntry = (person: DoorPerson) =>
    person.number === number ? { ...person, entries: { ...person.entries, [shopDay(entry.at)]: entry } } : person;
  return { ...list, people: list.people.map(addEntry) };
}

/** Of those expected on a day: how many, and how many are in. */
export function attendanceCounts({ people }: DoorList, day: string): { expected: number; present: number } {
  const expected = people.filter(({ accepted, days }) => accepted && (days.length === 0 || days.includes(day)));
  return { expected: expected.length, present: people.filter(({ entries }) => entries[day]).length };
}
