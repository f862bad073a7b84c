// An unsent rejection reason, which survives closing the dialog and reloads, for the case it was written for.

import { brand } from "@/lib/config";
import { createLocalStore } from "@/lib/localStore";
import { stringOr, toFields } from "@/lib/typeGuards";

const draft = createLocalStore({
  key: `${brand.prefix}rejection_draft`,
  normalise: (stored) => {
    const { uuid, reason } = toFields(stored);
    return { uuid: stringOr(uuid, ""), reason: stringOr(reason, "") };
  },
});

export function readRejectionDraft(uuid: string): string {
  const stored = draft.read();
  return stored.uuid === uuid ? stored.reason : "";
}

export function saveRejectionDraft(uuid: string, reason: string): void {
  draft.write({ uuid, reason });
}
