// Whether a table shows all columns or the compact layout: as last chosen in this browser, or else by screen width.

import { useState } from "react";
import type { TableName } from "@/data/records";
import { readLocalStorage, writeLocalStorage } from "@/lib/browserStorage";
import { brand } from "@/lib/config";

const wideScreen = globalThis.matchMedia?.("(width >= 1024px)");

export function useCompactView(table: TableName, hasCompact: boolean): [boolean, (isCompact: boolean) => void] {
  const key = `${brand.prefix}columns_${table}`;
  const [choice, setChoice] = useState(() => readLocalStorage(key));
  const isCompact = hasCompact && (choice ? choice === "brief" : !wideScreen?.matches);
  const choose = (compact: boolean) => {
    const value = compact ? "brief" : "all";
    writeLocalStorage(key, value);
    setChoice(value);
  };
  return [isCompact, choose];
}
