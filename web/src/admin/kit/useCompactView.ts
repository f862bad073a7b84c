// Whether a table shows all its columns or is compact: as it was chosen in this browser, else all of them where there is room.

import { useState } from "react";
import type { TableName } from "@/data/records";
import { readRaw, writeRaw } from "@/lib/browserStorage";
import { brand } from "@/lib/config";

const wide = globalThis.matchMedia?.("(width >= 1024px)");

export function useCompactView(table: TableName, hasCompact: boolean): [boolean, (isCompact: boolean) => void] {
  const key = `${brand.prefix}columns_${table}`;
  const [choice, setChoice] = useState(() => readRaw(key));
  const isCompact = hasCompact && (choice ? choice === "brief" : !wide?.matches);
  const choose = (compact: boolean) => {
    const next = compact ? "brief" : "all";
    writeRaw(key, next);
    setChoice(next);
  };
  return [isCompact, choose];
}
