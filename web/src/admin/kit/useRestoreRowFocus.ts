// Restores the focus after rows changed and the focused button disappeared with its row.

import { useEffect, useRef } from "react";
import type { BaseRow } from "@/data/records";

/**
 * Returns a function that remembers the affected row: the focus moves to the row that takes its position, or to the
 * heading.
 */
export function useRestoreRowFocus(rows: readonly BaseRow[] | undefined): (row?: BaseRow) => void {
  const index = useRef<number | null>(null);
  useEffect(() => {
    if (index.current === null || !rows) return;
    const next = rows[Math.min(index.current, rows.length - 1)];
    const restore = () => {
      const target = next ? document.getElementById(next.uuid) : document.querySelector("h1");
      if (document.activeElement === document.body) target?.focus();
      index.current = null;
    };
    const dialog = document.querySelector("dialog[open]");
    if (!dialog) return restore();
    dialog.addEventListener("close", restore);
    return () => dialog.removeEventListener("close", restore);
  }, [rows]);
  return (row) => {
    index.current = Math.max(0, rows?.findIndex(({ uuid }) => uuid === row?.uuid) ?? 0);
  };
}
