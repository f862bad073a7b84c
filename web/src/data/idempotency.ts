// Idempotency keys: an attempt's uuid is created once and kept in local storage until its record is stored, so that resending
// can't store it twice. Shared by all tabs. If the storage is full, the uuid is derived from the content: the same cart, sent
// again after a reload, is the same attempt.

import { readRaw, writeRaw } from "@/lib/browserStorage";
import { brand } from "@/lib/config";
import { fieldsOf, isText } from "@/lib/typeGuards";

export type Attempt = { uuid: string; user_id: string; sent: boolean };

export interface IdempotencyStore {
  /** The user's pending attempt, or a new one; `content` derives its uuid if the storage is full. */
  current(userId: string, content: unknown): Promise<Attempt>;
  /** The same before the content is known; null if the storage is full. */
  getOrCreate(userId: string): Attempt | null;
  /** Marks that the record may be stored from here on, whatever the network says. */
  markSent(attempt: Attempt): void;
  /** Drops the attempt, unless its record may be stored already. */
  abandon(attempt: Attempt): void;
  /** A deleted record's uuid stays taken: drops the attempt, so that the next has another. */
  handleRefusal(failure: unknown): void;
  handleDeleted(uuid: string): void;
  clear(): void;
}

/** `operation`, such as "order", is part of the storage key. */
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

/** Deterministic uuid of the content (RFC 9562, version 8). */
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

/** A 4xx status is a definite refusal; after anything else the record may be stored all the same. */
export function isClientError(status: number): boolean {
  return status >= 400 && status < 500;
}
