// How the benches of pages print several values of one figure.

/** Median, and between what and what. */
export function summary(values: readonly number[]): string {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  const shown = (value = NaN) => (Math.abs(value) < 10 ? value.toFixed(2) : value.toFixed(0));
  return `${shown(middle)} (${shown(sorted[0])}–${shown(sorted.at(-1))})`;
}
