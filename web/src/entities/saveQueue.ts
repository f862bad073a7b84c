// What a jury writes, saved one after the other behind its back: what can't be sent now is tried again, what is refused is
// said, and nothing is forgotten before it is stored, also when the page is loaded anew.

import { readRaw, writeRaw } from "@/lib/browserStorage";
import { fieldsOf, isText } from "@/lib/typeGuards";
import { wait } from "@/lib/wait";

export type Changes = Readonly<Record<string, unknown>>;
export interface Save {
  kind: "score" | "draft";
  registration: string;
  /** Whose sheet it is typed from. */
  juror?: string;
  changes: Changes;
}

export interface SaveQueueState {
  unsaved: number;
  /** Whether the last try reached the database. */
  reached: boolean;
  /** Why the database takes some of them not. */
  refusal: unknown;
}

export interface SaveQueue {
  read: () => SaveQueueState;
  subscribe: (changed: () => void) => () => void;
  put: (save: Save) => void;
  /** What is not stored yet about somebody. */
  changesOf: (kind: Save["kind"], registration: string) => Changes;
  retry: () => void;
  discard: () => void;
}

interface SavesPlan {
  /** Where the browser keeps them. */
  key: string;
  /** Sends several that change the same. */
  send: (saves: readonly Save[]) => Promise<void>;
  onSaved: (saves: readonly Save[]) => void;
}

const MOST_AT_ONCE = 100;
const RETRY_MS = 2_000;

export function openSaveQueue({ key, send, onSaved }: SavesPlan): SaveQueue {
  const waiting = new Map<string, Save>(recall(key).map((save) => [nameOf(save), save]));
  const refused = new Map<string, Save>();
  const listeners = new Set<() => void>();
  let state: SaveQueueState = { unsaved: waiting.size, reached: true, refusal: null };
  let isSending = false;
  let atOnce = MOST_AT_ONCE;

  function become(next: Partial<SaveQueueState> = {}): void {
    const all = [...refused.values(), ...waiting.values()];
    writeRaw(key, all.length > 0 ? JSON.stringify(all) : null);
    state = { ...state, ...next, unsaved: all.length };
    for (const changed of listeners) changed();
  }

  function put(save: Save): void {
    const name = nameOf(save);
    const before = waiting.get(name) ?? refused.get(name);
    refused.delete(name);
    waiting.set(name, { ...save, changes: { ...before?.changes, ...save.changes } });
    become();
    void sendAll();
  }

  async function sendAll(): Promise<void> {
    if (isSending) return;
    isSending = true;
    atOnce = MOST_AT_ONCE;
    for (let part = nextPart(); part.length > 0; part = nextPart()) await sendPart(part);
    isSending = false;
  }

  function nextPart(): Save[] {
    const [first] = waiting.values();
    return first ? [...waiting.values()].filter((save) => changesLike(first, save)).slice(0, atOnce) : [];
  }

  async function sendPart(part: readonly Save[]): Promise<void> {
    try {
      await send(part);
      settle(part);
      onSaved(part);
      become({ reached: true, ...(refused.size === 0 && { refusal: null }) });
    } catch (failure) {
      if (!isText(fieldsOf(failure).code)) return pause(failure);
      // One of several may be the reason.
      if (part.length > 1) atOnce = 1;
      else refuse(part, failure);
    }
  }

  async function pause(failure: unknown): Promise<void> {
    console.warn(failure);
    become({ reached: false });
    await wait(RETRY_MS);
  }

  /** What was changed again meanwhile stays. */
  function settle(part: readonly Save[]): void {
    for (const save of part) if (waiting.get(nameOf(save)) === save) waiting.delete(nameOf(save));
  }

  function refuse(part: readonly Save[], refusal: unknown): void {
    for (const save of part) refused.set(nameOf(save), save);
    settle(part);
    become({ reached: true, refusal });
  }

  function retry(): void {
    for (const [name, save] of refused) waiting.set(name, save);
    refused.clear();
    become({ refusal: null });
    void sendAll();
  }

  function discard(): void {
    const given = [...refused.values()];
    refused.clear();
    become({ refusal: null });
    onSaved(given);
  }

  function subscribe(changed: () => void): () => void {
    listeners.add(changed);
    return () => void listeners.delete(changed);
  }

  const changesOf = (kind: Save["kind"], registration: string): Changes => {
    const name = nameOf({ kind, registration });
    return (waiting.get(name) ?? refused.get(name))?.changes ?? nothing;
  };
  if (waiting.size > 0) void sendAll();
  return { read: () => state, subscribe, put, changesOf, retry, discard };
}

const nothing: Changes = {};

const nameOf = ({ kind, registration, juror = "" }: Omit<Save, "changes">) => `${kind} ${registration} ${juror}`;

function changesLike(one: Save, other: Save): boolean {
  if (one === other) return true;
  return (
    one.kind === "draft" && other.kind === "draft" && JSON.stringify(one.changes) === JSON.stringify(other.changes)
  );
}

function recall(key: string): Save[] {
  try {
    const found: unknown = JSON.parse(readRaw(key) ?? "[]");
    return Array.isArray(found) ? (found as Save[]) : [];
  } catch {
    return [];
  }
}
