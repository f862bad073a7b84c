// What the router takes for granted of its surroundings and a bare engine lacks: just enough for a path without a query.

/** Parses nothing: server-rendered pages are requested without a query. */
class NoSearchParams extends Map<string, string> {
  override toString(): string {
    return "";
  }
}

class PlainUrl {
  readonly href: string;

  constructor(href: string) {
    this.href = href;
  }
}

Object.assign(globalThis, { URLSearchParams: NoSearchParams, URL: PlainUrl });
