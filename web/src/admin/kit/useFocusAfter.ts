// Where work goes on after rows have changed and the button that changed them went along.

import { useEffect, useRef } from "react";
import type { AnyRow } from "@/data/records";

/** The answer notes at which row work begins: the focus lands on the one that takes its place, or on the heading. */
export function useFocusAfter(rows: readonly AnyRow[] | undefined): (row?: AnyRow) => void {
  const place = useRef<number | null>(null);
  useEffect(() => {
    if (place.current === null || !rows || document.querySelector("dialog[open]")) return;
    const next = rows[Math.min(place.current, rows.length - 1)];
    const target = next ? document.getElementById(next.uuid) : document.querySelector("h1");
    if (document.activeElement === document.body) target?.focus();
    place.current = null;
  }, [rows]);
  return (row) => {
    place.current = Math.max(0, rows?.findIndex(({ uuid }) => uuid === row?.uuid) ?? 0);
  };
}
