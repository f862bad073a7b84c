// The place of a record in an order that people give: a moment of its own, the latest first, to the microsecond.

const A_SECOND = 1_000_000n;

/** A place between two neighbours, or beyond the only one; null where there is no room. */
export function sortTimeBetween(above: string | undefined, below: string | undefined): string | null {
  if (above === undefined || below === undefined) {
    const only = above ?? below;
    if (only === undefined) return new Date().toISOString();
    return written(microseconds(only) + (above === undefined ? A_SECOND : -A_SECOND));
  }
  const [highest, lowest] = [microseconds(above), microseconds(below)];
  return highest - lowest > 1n ? written((highest + lowest) / 2n) : null;
}

/** Places for so many records above everything, from the top down. */
export function sortTimesAbove(highest: string, count: number): string[] {
  const start = microseconds(highest);
  return Array.from({ length: count }, (_, place) => written(start + BigInt(count - place) * A_SECOND));
}

/** A date of the browser knows milliseconds only. */
function microseconds(moment: string): bigint {
  const fraction = /\.(\d+)/.exec(moment)?.[1] ?? "";
  return BigInt(Date.parse(moment)) * 1_000n + BigInt(fraction.padEnd(6, "0").slice(3, 6));
}

function written(moment: bigint): string {
  const rest = String(moment % 1_000n).padStart(3, "0");
  return new Date(Number(moment / 1_000n)).toISOString().replace("Z", `${rest}Z`);
}
