// The reason of a rejection that is not sent yet: it survives a closed dialog and a reload, for the case it was written for.

import { brand } from "@/lib/config";
import { localStore } from "@/lib/localStore";
import { fieldsOf, textOr } from "@/lib/typeGuards";

const draft = localStore({
  key: `${brand.prefix}rejection_draft`,
  normalise: (found) => {
    const { uuid, reason } = fieldsOf(found);
    return { uuid: textOr(uuid, ""), reason: textOr(reason, "") };
  },
});

export function readRejectionDraft(uuid: string): string {
  const kept = draft.read();
  return kept.uuid === uuid ? kept.reason : "";
}

export function saveRejectionDraft(uuid: string, reason: string): void {
  draft.write({ uuid, reason });
}
