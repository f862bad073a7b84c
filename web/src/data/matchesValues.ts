// Whether a stored row says what was sent, although the database writes some of it in another way.

import { toFields } from "@/lib/typeGuards";

/** Columns that the database sets itself are not compared. */
export function matchesValues(row: object, values: Record<string, unknown>): boolean {
  const stored = toFields(row);
  return Object.entries(values).every(([name, value]) => name.endsWith("_at") || isSameValue(stored[name], value));
}

export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(normalise(one)) === JSON.stringify(normalise(other));
}

const TIME = /^\d{4}-\d{2}-\d{2}T/;

/** jsonb reorders keys, a picture is its file, a time is an instant; `was` of a size is not stored. */
function normalise(value: unknown): unknown {
  if (typeof value === "string" && TIME.test(value)) return Date.parse(value);
  if (typeof value !== "object" || value === null) return value ?? null;
  if (Array.isArray(value)) return value.map(normalise);
  const { filename, was, ...rest } = toFields(value);
  if (filename !== undefined) return filename;
  const entries = Object.entries(rest).filter(([, one]) => one !== undefined);
  return entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, one]) => [name, normalise(one)]);
}
