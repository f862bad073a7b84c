// The path this document was loaded with; the user may have navigated back before hydration.

const navigationEntry = typeof document === "undefined" ? undefined : performance.getEntriesByType("navigation")[0];

export const initialPath = navigationEntry ? new URL(navigationEntry.name).pathname : "";
