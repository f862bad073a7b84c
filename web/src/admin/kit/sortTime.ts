// Sort keys for manual ordering: one timestamp per record, latest first, with microsecond precision.

const ONE_SECOND = 1_000_000n;

/** A key between two neighbours, or beyond the only one; null if there is no gap. */
export function sortTimeBetween(above: string | undefined, below: string | undefined): string | null {
  if (above === undefined || below === undefined) {
    const only = above ?? below;
    if (only === undefined) return new Date().toISOString();
    return toIsoString(microseconds(only) + (above === undefined ? ONE_SECOND : -ONE_SECOND));
  }
  const [highest, lowest] = [microseconds(above), microseconds(below)];
  return highest - lowest > 1n ? toIsoString((highest + lowest) / 2n) : null;
}

/** Keys for `count` records above all others, from the top down. */
export function sortTimesAbove(highest: string, count: number): string[] {
  const start = microseconds(highest);
  return Array.from({ length: count }, (_, index) => toIsoString(start + BigInt(count - index) * ONE_SECOND));
}

/** `Date` only has millisecond precision. */
function microseconds(moment: string): bigint {
  const fraction = /\.(\d+)/.exec(moment)?.[1] ?? "";
  return BigInt(Date.parse(moment)) * 1_000n + BigInt(fraction.padEnd(6, "0").slice(3, 6));
}

function toIsoString(moment: bigint): string {
  const rest = String(moment % 1_000n).padStart(3, "0");
  return new Date(Number(moment / 1_000n)).toISOString().replace("Z", `${rest}Z`);
}
