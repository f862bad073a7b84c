// What must happen once however often it is sent: its uuid is made once and kept in the browser until it is stored.
// Shared by all tabs, so that two of them make one. Where the browser has no room for it, it is derived from what is sent:
// the same cart, sent again after a reload, is the same attempt.

import { readRaw, writeRaw } from "@/lib/browserStorage";
import { brand } from "@/lib/config";
import { fieldsOf, isText } from "@/lib/typeGuards";

export type Attempt = { uuid: string; user_id: string; sent: boolean };

export interface IdempotencyStore {
  /** The one that is under way for this person, or a new one; `content` is what tells two of them apart. */
  current(userId: string, content: unknown): Promise<Attempt>;
  /** The one under which it will be sent, before it is known what that is; null where the browser has no room for it. */
  getOrCreate(userId: string): Attempt | null;
  /** From here on the record may be stored, whatever the network says. */
  markSent(attempt: Attempt): void;
  /** Under this uuid nothing is to be sent, unless it may be stored already. */
  abandon(attempt: Attempt): void;
  /** A record that was stored and deleted since keeps its uuid: the next attempt has another. */
  handleRefusal(failure: unknown): void;
  handleDeleted(uuid: string): void;
  clear(): void;
}

/** `what` is done, such as "order": names the place in the browser's storage. */
export function idempotencyStore(operation: string): IdempotencyStore {
  const key = `${brand.prefix}${operation}_attempt`;
  const save = (attempt: Attempt) => writeRaw(key, JSON.stringify(attempt));
  function getOrCreate(userId: string): Attempt | null {
    const stored = parseAttempt(readRaw(key));
    if (stored?.user_id === userId) return stored;
    const attempt = { uuid: crypto.randomUUID(), user_id: userId, sent: false };
    if (save(attempt)) return attempt;
    writeRaw(key, null);
    return null;
  }
  return {
    getOrCreate,
    async current(userId, content) {
      const derived = { uuid: await uuidFromContent([operation, userId, content]), user_id: userId, sent: true };
      const attempt = getOrCreate(userId);
      if (attempt) return attempt;
      save(derived);
      return derived;
    },
    markSent: (attempt) => void save({ ...attempt, sent: true }),
    abandon: ({ sent }) => void (sent || writeRaw(key, null)),
    handleRefusal: (failure) => void (fieldsOf(failure).hint === "taken" && writeRaw(key, null)),
    handleDeleted: (uuid) => void (parseAttempt(readRaw(key))?.uuid === uuid && writeRaw(key, null)),
    clear: () => void writeRaw(key, null),
  };
}

/** Always the same for the same content: RFC 9562, version 8. */
async function uuidFromContent(content: unknown): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(content)));
  const bytes = new Uint8Array(digest, 0, 16);
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function parseAttempt(raw: string | null): Attempt | null {
  try {
    const { uuid, user_id, sent } = fieldsOf(JSON.parse(raw ?? "null"));
    return isText(uuid) && isText(user_id) ? { uuid, user_id, sent: sent === true } : null;
  } catch {
    return null;
  }
}

/** A refusal is certain; without a clear answer the record may be stored all the same. */
export function isClientError(status: number): boolean {
  return status >= 400 && status < 500;
}
