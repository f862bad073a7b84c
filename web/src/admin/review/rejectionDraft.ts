// An unsent rejection reason, which survives closing the dialog and reloads, for the case it was written for.

import { brand } from "@/lib/config";
import { localStore } from "@/lib/localStore";
import { fieldsOf, textOr } from "@/lib/typeGuards";

const draft = localStore({
  key: `${brand.prefix}rejection_draft`,
  normalise: (stored) => {
    const { uuid, reason } = fieldsOf(stored);
    return { uuid: textOr(uuid, ""), reason: textOr(reason, "") };
  },
});

export function readRejectionDraft(uuid: string): string {
  const stored = draft.read();
  return stored.uuid === uuid ? stored.reason : "";
}

export function saveRejectionDraft(uuid: string, reason: string): void {
  draft.write({ uuid, reason });
}
