// Type guards for untrusted values (local storage, responses).

export type Fields = Record<string, unknown>;

/** The fields of an object; empty if it isn't one. */
export function fieldsOf(found: unknown): Fields {
  return typeof found === "object" && found !== null ? (found as Fields) : {};
}

export function isText(found: unknown): found is string {
  return typeof found === "string" && found !== "";
}

export function textOr(found: unknown, otherwise: string): string {
  return isText(found) ? found : otherwise;
}

/** A non-negative safe integer. */
export function isCount(found: unknown): found is number {
  return typeof found === "number" && Number.isSafeInteger(found) && found >= 0;
}
