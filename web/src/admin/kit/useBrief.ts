// Whether a table shows all its columns or is brief: as it was chosen in this browser, else all of them where there is room.

import { useState } from "react";
import type { TableName } from "@/data/records";
import { readRaw, writeRaw } from "@/lib/browserStorage";
import { brand } from "@/lib/config";

const wide = globalThis.matchMedia?.("(width >= 1024px)");

export function useBrief(table: TableName, hasBrief: boolean): [boolean, (isBrief: boolean) => void] {
  const key = `${brand.prefix}columns_${table}`;
  const [choice, setChoice] = useState(() => readRaw(key));
  const isBrief = hasBrief && (choice ? choice === "brief" : !wide?.matches);
  const choose = (brief: boolean) => {
    const next = brief ? "brief" : "all";
    writeRaw(key, next);
    setChoice(next);
  };
  return [isBrief, choose];
}
