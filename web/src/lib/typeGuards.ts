// Type guards for untrusted values (local storage, responses).

export type Fields = Record<string, unknown>;

/** The fields of an object; empty if it isn't one. */
export function toFields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

export function isNonEmptyString(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

export function stringOr(value: unknown, fallback: string): string {
  return isNonEmptyString(value) ? value : fallback;
}

/** A non-negative safe integer. */
export function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
