// The path that this document was loaded with: who goes back before the shop is alive is elsewhere by then.

const entry = typeof document === "undefined" ? undefined : performance.getEntriesByType("navigation")[0];

export const initialPath = entry ? new URL(entry.name).pathname : "";
