// Saves a jury's changes in the background, one batch at a time: after a network failure or from a busy server they are
// retried, refusals are reported, and the queue is persisted until the database has stored it, so that it survives a reload.

import { readLocalStorage, writeLocalStorage } from "@/lib/browserStorage";
import { toFields } from "@/lib/typeGuards";
import { wait } from "@/lib/wait";
import { isRefusal } from "./unrelatedFailure";

type QueuedChanges = Readonly<Record<string, unknown>>;
export interface QueuedSave {
  kind: "score" | "decision";
  registration: string;
  /** The juror whose paper sheet is being entered. */
  juror?: string;
  changes: QueuedChanges;
}

interface SaveQueueState {
  unsaved: number;
  /** Whether the last request reached the database. */
  isReachable: boolean;
  /** The database's error for the refused changes. */
  refusal: unknown;
}

export interface SaveQueue {
  read: () => SaveQueueState;
  subscribe: (listener: () => void) => () => void;
  put: (save: QueuedSave) => void;
  /** Unsaved changes of a registration. */
  changesOf: (kind: QueuedSave["kind"], registration: string) => QueuedChanges;
  retry: () => void;
  discard: () => void;
  /** Returns what ends it. */
  observe: (observer: SaveObserver) => () => void;
}

interface SaveObserver {
  onSaved?: (saves: readonly QueuedSave[]) => void;
  onDiscarded: (saves: readonly QueuedSave[]) => void;
}

/** Sends a batch: one save, or decisions with equal changes. */
type SendSaves = (saves: readonly QueuedSave[]) => Promise<void>;

const MAX_BATCH_SIZE = 100;
const RETRY_MS = 2_000;
const STATEMENT_TIMEOUT = "57014";

const queues = new Map<string, SaveQueue>();

/** One for each key of local storage, however many boards open it: a second one would send what was corrected since. */
export function openSaveQueue(key: string, send: SendSaves): SaveQueue {
  const queue = queues.get(key) ?? createSaveQueue(key, send);
  queues.set(key, queue);
  return queue;
}

function createSaveQueue(key: string, send: SendSaves): SaveQueue {
  const pending = new Map<string, QueuedSave>(loadStored(key).map((save) => [saveKey(save), save]));
  const refused = new Map<string, QueuedSave>();
  const listeners = new Set<() => void>();
  const observers = new Set<SaveObserver>();
  let state: SaveQueueState = { unsaved: pending.size, isReachable: true, refusal: null };
  let isSending = false;
  let batchSize = MAX_BATCH_SIZE;

  function setState(next: Partial<SaveQueueState> = {}): void {
    const all = [...refused.values(), ...pending.values()];
    writeLocalStorage(key, all.length > 0 ? JSON.stringify(all) : null);
    state = { ...state, ...next, unsaved: all.length };
    for (const listener of listeners) listener();
  }

  function put(save: QueuedSave): void {
    const id = saveKey(save);
    const before = pending.get(id) ?? refused.get(id);
    refused.delete(id);
    pending.set(id, { ...save, changes: { ...before?.changes, ...save.changes } });
    setState();
    void sendAll();
  }

  async function sendAll(): Promise<void> {
    if (isSending) return;
    isSending = true;
    batchSize = MAX_BATCH_SIZE;
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) await sendBatch(batch);
    isSending = false;
  }

  function nextBatch(): QueuedSave[] {
    const [first] = pending.values();
    return first ? [...pending.values()].filter((save) => canBatch(first, save)).slice(0, batchSize) : [];
  }

  async function sendBatch(batch: readonly QueuedSave[]): Promise<void> {
    try {
      await send(batch);
      dequeue(batch);
      for (const { onSaved } of observers) onSaved?.(batch);
      setState({ isReachable: true, ...(refused.size === 0 && { refusal: null }) });
    } catch (failure) {
      // Any one of the batch may be the cause, or their number: they are sent one by one from here on.
      if (batch.length > 1 && (isRefusal(failure) || isTimeout(failure))) batchSize = 1;
      else if (isRefusal(failure)) moveToRefused(batch, failure);
      else await backOff(failure);
    }
  }

  async function backOff(failure: unknown): Promise<void> {
    console.warn(failure);
    setState({ isReachable: false });
    await wait(RETRY_MS);
  }

  /** Saves that were changed again while in flight stay queued. */
  function dequeue(batch: readonly QueuedSave[]): void {
    for (const save of batch) if (pending.get(saveKey(save)) === save) pending.delete(saveKey(save));
  }

  function moveToRefused(batch: readonly QueuedSave[], refusal: unknown): void {
    for (const save of batch) refused.set(saveKey(save), save);
    dequeue(batch);
    setState({ isReachable: true, refusal });
  }

  function retry(): void {
    for (const [id, save] of refused) pending.set(id, save);
    refused.clear();
    setState({ refusal: null });
    void sendAll();
  }

  function discard(): void {
    const discarded = [...refused.values()];
    refused.clear();
    setState({ refusal: null });
    for (const { onDiscarded } of observers) onDiscarded(discarded);
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  function observe(observer: SaveObserver): () => void {
    observers.add(observer);
    return () => void observers.delete(observer);
  }

  const changesOf = (kind: QueuedSave["kind"], registration: string): QueuedChanges => {
    const id = saveKey({ kind, registration });
    return (pending.get(id) ?? refused.get(id))?.changes ?? noChanges;
  };
  if (pending.size > 0) void sendAll();
  return { read: () => state, subscribe, put, changesOf, retry, discard, observe };
}

const noChanges: QueuedChanges = {};

const isTimeout = (failure: unknown) => toFields(failure).code === STATEMENT_TIMEOUT;

const saveKey = ({ kind, registration, juror = "" }: Omit<QueuedSave, "changes">) => `${kind} ${registration} ${juror}`;

function canBatch(first: QueuedSave, second: QueuedSave): boolean {
  if (first === second) return true;
  return (
    first.kind === "decision" &&
    second.kind === "decision" &&
    JSON.stringify(first.changes) === JSON.stringify(second.changes)
  );
}

function loadStored(key: string): QueuedSave[] {
  try {
    const found: unknown = JSON.parse(readLocalStorage(key) ?? "[]");
    return Array.isArray(found) ? found.map(toQueuedSave) : [];
  } catch {
    return [];
  }
}

type StoredSave = Omit<QueuedSave, "kind"> & { kind: QueuedSave["kind"] | "draft" };

/** Earlier versions called a decision a draft. */
const toQueuedSave = ({ kind, ...save }: StoredSave): QueuedSave => ({
  ...save,
  kind: kind === "draft" ? "decision" : kind,
});
