// One event's door on this phone: judges each scan at once, and sends all of them to the database when it can be reached.

import { ANY_TABLE, onChange } from "@/data/changes";
import {
  cacheDoorList,
  cachedDoorList,
  checkIn,
  dequeueScan,
  MOST_SCANS,
  queuedScans,
  queueScan,
  readDoorList,
} from "@/data/door";
import { cacheCards } from "@/data/doorCards";
import type { DoorList, Scan, ScanResult } from "@/data/tables";
import { fieldsOf, isText } from "@/lib/typeGuards";
import { wait } from "@/lib/wait";
import { evaluateScan, withEntry, withScans } from "./scanEvaluation";

export interface DoorState {
  /** Null until one was ever read on this phone. */
  list: DoorList | null;
  /** How many scans the database doesn't have yet. */
  waiting: number;
  /** Whether the database was reached at the last try; null before the first. */
  reached: boolean | null;
  /** What the database says against it. */
  refusal: unknown;
  /** False where this browser keeps no scan beyond the page. */
  keeps: boolean;
  /** The last scans, the newest first; without an answer, where neither list nor database has said anything. */
  history: readonly Shown[];
}

export type Shown = { nonce: string; result: ScanResult | null };
export type Code = { token: string } | { number: number };

export interface Door {
  read: () => DoorState;
  subscribe: (changed: () => void) => () => void;
  scan: (code: Code) => Promise<void>;
  /** Keeps list and queue up to date until the function that it returns is called. */
  follow: () => () => void;
}

/** So long the database may take to answer before the list does. */
const PATIENCE_MS = 800;
const RETRY_MS = 4_000;
const RENEW_MS = 30_000;
const SHORTEST_PAUSE_MS = 5_000;
const SHOWN = 50;
const watched = ["check_ins", "event_announcements", "event_registrations", "passes", ANY_TABLE];

export function openDoor(event: string, me: string): Door {
  const listeners = new Set<() => void>();
  const queue = new Map<string, Scan>();
  const known = new Map<string, ScanResult>();
  let state: DoorState = { list: null, waiting: 0, reached: null, refusal: null, keeps: true, history: [] };
  let recalled: Promise<void> | null = null;
  let renewedAt = Number.NEGATIVE_INFINITY;

  function become(next: Partial<DoorState>): void {
    state = { ...state, ...next, waiting: queue.size };
    for (const changed of listeners) changed();
  }

  function show(shown: Shown): void {
    const others = state.history.filter(({ nonce }) => nonce !== shown.nonce);
    become({ history: [shown, ...others].slice(0, SHOWN) });
  }

  /** What an earlier page has left behind. */
  async function recall(): Promise<void> {
    const [list, scans] = await Promise.all([cachedDoorList(event), queuedScans(event).catch(() => [])]);
    for (const scan of scans) queue.set(scan.nonce, scan);
    become({ list: state.list ?? (list && withScans(list, scans, me)) });
  }

  const recallOnce = () => {
    recalled ??= recall();
    return recalled;
  };

  async function renew(): Promise<void> {
    renewedAt = performance.now();
    await reaching(async () => {
      know(await readDoorList(event));
    });
    if (state.reached) void keepAll();
  }

  /** Behind its back: a scan doesn't wait for pictures. */
  async function keepPictures(): Promise<void> {
    const expected = (state.list?.people ?? []).filter(({ accepted }) => accepted);
    await cacheCards(expected.flatMap(({ card }) => (card ? [card.filename] : []))).catch(console.warn);
  }

  async function sendAll(): Promise<void> {
    while (queue.size > 0) {
      const part = [...queue.values()].slice(0, MOST_SCANS);
      const answered = await reaching(async () => learn(await checkIn(event, part)));
      if (!answered) return;
      for (const { nonce } of part) await dequeueScan(nonce).catch(console.warn);
    }
  }

  /** What the database says counts, also over what was shown before. */
  function learn(results: readonly ScanResult[]): void {
    for (const result of results) {
      queue.delete(result.nonce);
      known.set(result.nonce, result);
    }
    become({ history: state.history.map((shown) => ({ ...shown, result: known.get(shown.nonce) ?? shown.result })) });
    if (state.list) know(results.reduce((all, result) => withEntry(all, result), state.list));
  }

  function know(list: DoorList): void {
    become({ list: withScans(list, [...queue.values()], me) });
    void cacheDoorList(event, list);
  }

  async function reaching(act: () => Promise<void>): Promise<boolean> {
    try {
      await act();
      become({ reached: true, refusal: null });
      return true;
    } catch (failure) {
      const isRefusal = isText(fieldsOf(failure).code);
      if (!isRefusal) console.warn(failure);
      become({ reached: isRefusal, refusal: isRefusal ? failure : null });
      return false;
    }
  }

  const send = oneAfterTheOther(sendAll);
  const renewAlone = oneAfterTheOther(renew);
  const keepAll = oneAfterTheOther(keepPictures);

  async function scan(code: Code): Promise<void> {
    await recallOnce();
    const one: Scan = { nonce: crypto.randomUUID(), at: new Date().toISOString(), ...code };
    const guess = state.list && evaluateScan(state.list, one);
    queue.set(one.nonce, one);
    await queueScan(event, one).catch(() => become({ keeps: false }));
    become({ list: state.list && withScans(state.list, [one], me) });
    const sent = send();
    if (state.reached !== false || !guess) await Promise.race([sent, wait(PATIENCE_MS)]);
    show({ nonce: one.nonce, result: known.get(one.nonce) ?? guess });
  }

  function follow(): () => void {
    const hear = (table: string) => watched.includes(table) && isOlderThan(SHORTEST_PAUSE_MS) && void renewAlone();
    const isOlderThan = (age: number) => performance.now() - renewedAt > age;
    const goOn = () => {
      if (queue.size > 0) void send();
      if (isOlderThan(RENEW_MS) && !document.hidden) void renewAlone();
    };
    const comeHome = () => {
      void send().then(renewAlone);
    };
    void recallOnce().then(comeHome);
    const timer = setInterval(goOn, RETRY_MS);
    const leave = onChange(hear);
    addEventListener("online", comeHome);
    return () => {
      clearInterval(timer);
      leave();
      removeEventListener("online", comeHome);
    };
  }

  function subscribe(changed: () => void): () => void {
    listeners.add(changed);
    return () => void listeners.delete(changed);
  }

  return { read: () => state, subscribe, scan, follow };
}

/** Called while it runs, it runs once more afterwards. */
function oneAfterTheOther(act: () => Promise<void>): () => Promise<void> {
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
