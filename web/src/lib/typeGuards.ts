// Reading values of unknown origin (local storage, a server's answer) without trusting their shape.

export type Fields = Record<string, unknown>;

/** The fields of an object; none when it is no object. */
export function fieldsOf(found: unknown): Fields {
  return typeof found === "object" && found !== null ? (found as Fields) : {};
}

export function isText(found: unknown): found is string {
  return typeof found === "string" && found !== "";
}

export function textOr(found: unknown, otherwise: string): string {
  return isText(found) ? found : otherwise;
}

/** A whole number from 0 up, small enough to be exact. */
export function isCount(found: unknown): found is number {
  return typeof found === "number" && Number.isSafeInteger(found) && found >= 0;
}
