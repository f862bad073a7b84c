// What pages take for granted of their surroundings and a bare engine lacks: just enough for a path without a query.

/** Parses nothing: server-rendered pages are requested without a query. */
class NoSearchParams extends Map<string, string> {
  override toString(): string {
    return "";
  }
}

Object.assign(globalThis, { URLSearchParams: NoSearchParams });
