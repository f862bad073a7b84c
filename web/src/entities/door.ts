// Check-in at an event's door, offline-first: evaluates each scan locally and syncs the queue when the database is reachable.

import { ANY_TABLE, subscribeToChanges } from "@/data/changes";
import {
  cacheClockOffset,
  cacheDoorList,
  checkIn,
  dequeueScan,
  fetchDoorList,
  getCachedClockOffset,
  getCachedDoorList,
  getEventsWithQueuedScans,
  getQueuedScans,
  MAX_SCANS_PER_REQUEST,
  queueScan,
} from "@/data/door";
import { cacheDoorCards } from "@/data/doorCards";
import type { DoorList, Scan, ScanResult } from "@/data/tables";
import { deleteDoorLists } from "@/data/userData";
import { toFields } from "@/lib/typeGuards";
import { wait } from "@/lib/wait";
import { applyScanResult, applyScans, evaluateScan } from "./scanEvaluation";
import { isRefusal } from "./unrelatedFailure";

export interface DoorState {
  /** Null until a list has been loaded or cached on this device. */
  list: DoorList | null;
  /** The milliseconds to add to this device's clock; null until they have been measured or cached. */
  clockOffset: number | null;
  /** Number of scans not sent yet. */
  unsent: number;
  /** Whether the last request reached the database; null before the first. */
  isReachable: boolean | null;
  /** The database's error for the last request, if it refused it. */
  refusal: unknown;
  /** False if this browser can't store scans beyond the page. */
  canPersist: boolean;
  /** The last scans, newest first; `result` is null while neither list nor database has given one. */
  history: readonly ScanWithResult[];
}

export type ScanWithResult = { nonce: string; result: ScanResult | null };
export type ScannedCode = { token: string } | { number: number };

interface DoorStore {
  read: () => DoorState;
  subscribe: (listener: () => void) => () => void;
  scan: (code: ScannedCode) => Promise<void>;
  /** Keeps list and queue in sync until the returned function is called. */
  startSync: () => () => void;
}

/** How long to wait for the database before the local result is shown. */
const ANSWER_TIMEOUT_MS = 800;
const RETRY_MS = 4_000;
const REFRESH_MS = 30_000;
const MIN_REFRESH_INTERVAL_MS = 5_000;
const HISTORY_LENGTH = 50;
const INSUFFICIENT_PRIVILEGE = "42501";
const watchedTables = ["check_ins", "event_announcements", "event_registrations", "passes", ANY_TABLE];

export function createDoorStore(event: string, userId: string): DoorStore {
  const listeners = new Set<() => void>();
  const queue = new Map<string, Scan>();
  const resultsByNonce = new Map<string, ScanResult>();
  let state: DoorState = {
    list: null,
    clockOffset: null,
    unsent: 0,
    isReachable: null,
    refusal: null,
    canPersist: true,
    history: [],
  };
  let resolveClockKnown: () => void;
  const clockKnown = new Promise<void>((resolve) => {
    resolveClockKnown = resolve;
  });
  let loading: Promise<void> | null = null;
  let refreshedAt = Number.NEGATIVE_INFINITY;

  function setState(next: Partial<DoorState>): void {
    state = { ...state, ...next, unsent: queue.size };
    for (const listener of listeners) listener();
  }

  function addToHistory(shown: ScanWithResult): void {
    const others = state.history.filter(({ nonce }) => nonce !== shown.nonce);
    setState({ history: [shown, ...others].slice(0, HISTORY_LENGTH) });
  }

  /** Queues the scan, and evaluates it against the list, which then has its entry. */
  function evaluateQueued(scan: Scan): ScanResult | null {
    queue.set(scan.nonce, scan);
    const result = state.list && evaluateScan(state.list, scan);
    setState({ list: state.list && applyScans(state.list, [scan], userId) });
    return result;
  }

  /** Loads the cached list and the queue of an earlier page load. */
  async function loadStored(): Promise<void> {
    const [list, clockOffset, scans] = await Promise.all([
      getCachedDoorList(event),
      getCachedClockOffset(),
      getQueuedScans(event).catch(() => []),
    ]);
    setState({ list: state.list ?? list, clockOffset: state.clockOffset ?? clockOffset });
    for (const scan of scans.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)))
      addToHistory({ nonce: scan.nonce, result: evaluateQueued(scan) });
  }

  const ensureLoaded = () => {
    loading ??= loadStored();
    return loading;
  };

  async function refreshList(): Promise<void> {
    refreshedAt = performance.now();
    const isLoaded = await withReachability(async () => {
      const { list, clockOffset } = await fetchDoorList(event);
      setClockOffset(clockOffset);
      setList(list);
    });
    if (isLoaded) void cachePicturesSerialized();
    else if (toFields(state.refusal).code === INSUFFICIENT_PRIVILEGE) dropList();
  }

  /** Runs in the background: scans don't wait for pictures. */
  async function cachePictures(): Promise<void> {
    const expected = (state.list?.people ?? []).filter(({ accepted }) => accepted);
    await cacheDoorCards(expected.flatMap(({ card }) => (card ? [card.filename] : []))).catch(console.warn);
  }

  async function sendQueue(): Promise<void> {
    while (queue.size > 0) {
      const batch = [...queue.values()].slice(0, MAX_SCANS_PER_REQUEST);
      const isSent = await withReachability(async () => applyResults(await checkIn(event, batch)));
      if (!isSent) return;
      for (const { nonce } of batch) await dequeueScan(nonce).catch(console.warn);
    }
  }

  /** The database's results override those shown before. */
  function applyResults(results: readonly ScanResult[]): void {
    for (const result of results) {
      queue.delete(result.nonce);
      resultsByNonce.set(result.nonce, result);
    }
    setState({
      history: state.history.map((shown) => ({ ...shown, result: resultsByNonce.get(shown.nonce) ?? shown.result })),
    });
    if (state.list) setList(results.reduce((all, result) => applyScanResult(all, result), state.list));
  }

  function setList(list: DoorList): void {
    setState({ list: applyScans(list, [...queue.values()], userId) });
    void cacheDoorList(event, list);
  }

  function setClockOffset(clockOffset: number): void {
    setState({ clockOffset });
    resolveClockKnown();
    void cacheClockOffset(clockOffset);
  }

  /** Waits shortly if the device's clock hasn't been compared yet. */
  async function readDatabaseTime(): Promise<string> {
    const scannedAt = Date.now();
    if (state.clockOffset === null) await Promise.race([clockKnown, wait(ANSWER_TIMEOUT_MS)]);
    return new Date(scannedAt + (state.clockOffset ?? 0)).toISOString();
  }

  /** The account is no leader any more. */
  function dropList(): void {
    setState({ list: null });
    deleteDoorLists();
  }

  async function withReachability(act: () => Promise<void>): Promise<boolean> {
    try {
      await act();
      setState({ isReachable: true, refusal: null });
      return true;
    } catch (failure) {
      const isRefused = isRefusal(failure);
      if (!isRefused) console.warn(failure);
      setState({ isReachable: isRefused, refusal: isRefused ? failure : null });
      return false;
    }
  }

  const send = serialized(sendQueue);
  const refreshListSerialized = serialized(refreshList);
  const cachePicturesSerialized = serialized(cachePictures);

  async function scan(code: ScannedCode): Promise<void> {
    await ensureLoaded();
    const newScan: Scan = { nonce: crypto.randomUUID(), at: await readDatabaseTime(), ...code };
    const localResult = evaluateQueued(newScan);
    await queueScan(event, newScan).catch(() => setState({ canPersist: false }));
    const sent = send();
    if (state.isReachable !== false || !localResult) await Promise.race([sent, wait(ANSWER_TIMEOUT_MS)]);
    addToHistory({ nonce: newScan.nonce, result: resultsByNonce.get(newScan.nonce) ?? localResult });
  }

  function startSync(): () => void {
    const onTableChange = (table: string) =>
      watchedTables.includes(table) && isOlderThan(MIN_REFRESH_INTERVAL_MS) && void refreshListSerialized();
    const isOlderThan = (age: number) => performance.now() - refreshedAt > age;
    const retryAndRefresh = () => {
      if (queue.size > 0) void send();
      if (isOlderThan(REFRESH_MS) && !document.hidden) void refreshListSerialized();
    };
    const resync = () => {
      void send()
        .then(refreshListSerialized)
        .then(() => sendOtherEvents(event))
        .catch(console.warn);
    };
    void ensureLoaded().then(resync);
    const timer = setInterval(retryAndRefresh, RETRY_MS);
    const unsubscribe = subscribeToChanges(onTableChange);
    addEventListener("online", resync);
    return () => {
      clearInterval(timer);
      unsubscribe();
      removeEventListener("online", resync);
    };
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  return { read: () => state, subscribe, scan, startSync };
}

/** Scans at the doors of other events whose page was closed before it could send them. */
async function sendOtherEvents(event: string): Promise<void> {
  for (const other of await getEventsWithQueuedScans()) {
    const scans = other === event ? [] : (await getQueuedScans(other)).slice(0, MAX_SCANS_PER_REQUEST);
    if (scans.length > 0) await checkIn(other, scans);
    for (const { nonce } of scans) await dequeueScan(nonce);
  }
}

/** Runs one call at a time; calls made during a run share one further run. */
function serialized(act: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    next ??= last.then(() => {
      next = null;
      last = act();
      return last;
    });
    return next;
  };
}
