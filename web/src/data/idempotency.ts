// Idempotency keys: an attempt's uuid is created once and kept in local storage until its record is stored, so that resending
// can't store it twice. Shared by all tabs. If the storage is full, the uuid is derived from the content: the same cart, sent
// again after a reload, is the same attempt.

import { readLocalStorage, writeLocalStorage } from "@/lib/browserStorage";
import { brand } from "@/lib/config";
import { isNonEmptyString, toFields } from "@/lib/typeGuards";

export type SubmissionAttempt = { uuid: string; user_id: string; sent: boolean };

export interface IdempotencyStore {
  /** The user's pending attempt, or a new one; `content` derives its uuid if the storage is full. */
  current(userId: string, content: unknown): Promise<SubmissionAttempt>;
  /** The same, but null if the storage is full. */
  getOrCreate(userId: string, content: unknown): Promise<SubmissionAttempt | null>;
  isPending(): boolean;
  /** Marks that the record may be stored from here on, whatever the network says. */
  markSent(attempt: SubmissionAttempt): void;
  /** Drops the attempt, unless its record may be stored already. */
  abandon(attempt: SubmissionAttempt): void;
  /** A deleted record's uuid stays taken: drops the attempt, so that the next has another. */
  handleRefusal(failure: unknown): void;
  handleDeleted(uuid: string): void;
  clear(): void;
}

/**
 * `operation`, such as "order", is part of the storage key. A pending attempt whose record is stored with other content, which
 * `isOther` tells, makes way for a new one.
 */
export function createIdempotencyStore(
  operation: string,
  isOther?: (uuid: string, content: unknown) => Promise<boolean>,
): IdempotencyStore {
  const key = `${brand.prefix}${operation}_attempt`;
  const save = (attempt: SubmissionAttempt) => writeLocalStorage(key, JSON.stringify(attempt));
  async function getOrCreate(userId: string, content: unknown): Promise<SubmissionAttempt | null> {
    const read = () => {
      const stored = parseAttempt(readLocalStorage(key));
      return stored?.user_id === userId ? stored : null;
    };
    const stored = read();
    if (stored && !(stored.sent && (await isOther?.(stored.uuid, content)))) return stored;
    const newer = read(); // of a caller that asked meanwhile
    if (newer && newer.uuid !== stored?.uuid) return newer;
    const attempt = { uuid: crypto.randomUUID(), user_id: userId, sent: false };
    if (save(attempt)) return attempt;
    writeLocalStorage(key, null);
    return null;
  }
  return {
    getOrCreate,
    isPending: () => readLocalStorage(key) !== null,
    async current(userId, content) {
      const derived = { uuid: await uuidFromContent([operation, userId, content]), user_id: userId, sent: true };
      const attempt = await getOrCreate(userId, content);
      if (attempt) return attempt;
      save(derived);
      return derived;
    },
    markSent: (attempt) => void save({ ...attempt, sent: true }),
    abandon: ({ sent }) => void (sent || writeLocalStorage(key, null)),
    handleRefusal: (failure) => void (toFields(failure).hint === "taken" && writeLocalStorage(key, null)),
    handleDeleted: (uuid) => void (parseAttempt(readLocalStorage(key))?.uuid === uuid && writeLocalStorage(key, null)),
    clear: () => void writeLocalStorage(key, null),
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

function parseAttempt(raw: string | null): SubmissionAttempt | null {
  try {
    const { uuid, user_id, sent } = toFields(JSON.parse(raw ?? "null"));
    return isNonEmptyString(uuid) && isNonEmptyString(user_id) ? { uuid, user_id, sent: sent === true } : null;
  } catch {
    return null;
  }
}

/** A 4xx status is a definite refusal; after anything else the record may be stored all the same. */
export function isClientErrorStatus(status: number): boolean {
  return status >= 400 && status < 500;
}
