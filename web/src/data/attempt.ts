// What must happen once however often it is sent: its uuid is made once and kept in the browser until it is stored.
// Shared by all tabs, so that two of them make one.

import { readRaw, writeRaw } from "@/lib/browserStorage";
import { brand } from "@/lib/config";
import { fieldsOf, isText } from "@/lib/untrusted";

export type Attempt = { uuid: string; user_id: string; sent: boolean };

export interface Attempts {
  /** The one that is under way for this person, or a new one. */
  current(userId: string): Attempt;
  /** From here on the record may be stored, whatever the network says. */
  sent(attempt: Attempt): void;
  done(): void;
}

/** `what` is done, such as "order": names the place in the browser's storage. */
export function attempts(what: string): Attempts {
  const key = `${brand.prefix}${what}_attempt`;
  const keep = (attempt: Attempt): Attempt => {
    writeRaw(key, JSON.stringify(attempt));
    return attempt;
  };
  return {
    current(userId) {
      const kept = attemptIn(readRaw(key));
      return kept?.user_id === userId ? kept : keep({ uuid: crypto.randomUUID(), user_id: userId, sent: false });
    },
    sent: (attempt) => void keep({ ...attempt, sent: true }),
    done: () => writeRaw(key, null),
  };
}

function attemptIn(raw: string | null): Attempt | null {
  try {
    const { uuid, user_id, sent } = fieldsOf(JSON.parse(raw ?? "null"));
    return isText(uuid) && isText(user_id) ? { uuid, user_id, sent: sent === true } : null;
  } catch {
    return null;
  }
}

/** A refusal is certain; without a clear answer the record may be stored all the same. */
export function wasRefused(status: number): boolean {
  return status >= 400 && status < 500;
}
