// Stubs of browser APIs that pages need and the bare JavaScript engine lacks.

/** A no-op: server-rendered pages are requested without a query. */
class NoSearchParams extends Map<string, string> {
  override toString(): string {
    return "";
  }
}

Object.assign(globalThis, { URLSearchParams: NoSearchParams });
