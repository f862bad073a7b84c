// The door: expected people and check-ins. For offline use, IndexedDB keeps the list and how wrong the device's clock is until the
// session ends, and scans until they are sent.

import { brand } from "@/lib/config";
import { createIndexedDbStore, type RunStoreRequest } from "@/lib/createIndexedDbStore";
import { restClient } from "./backend";
import { getRole, sessionStore } from "./session";
import type { CastingEvent, DoorList, Scan, ScanResult } from "./tables";
import { DOOR_DATABASE_NAME } from "./userDatabases";

export type DoorEvent = Pick<CastingEvent, "uuid" | "name" | "days" | "translations">;

/** Treats a hanging request as a network failure. */
const REQUEST_TIMEOUT_MS = 15_000;
/** The database's limit per call. */
export const MAX_SCANS_PER_REQUEST = 500;

const storedLists = createIndexedDbStore(DOOR_DATABASE_NAME, "lists", "key");
/** Also of the people's cards. What arrives after the leader has signed out is not stored: the next user would find it. */
export const listStore: RunStoreRequest = async (mode, act) => {
  const role = getRole(sessionStore.read());
  if (mode === "readwrite" && role !== "leadership" && role !== "admin") throw new Error("Signed out");
  return storedLists(mode, act);
};
const scanStore = createIndexedDbStore(`${brand.prefix}door_scans`, "scans", "nonce");
const EVENTS_KEY = "events";
const CLOCK_OFFSET_KEY = "clock offset";
const MAX_OFFSET_AGE_MS = 12 * 3_600_000;

/** The list, and the milliseconds to add to the device's clock for the database's time. */
export async function fetchDoorList(event_uuid: string): Promise<{ list: DoorList; clockOffset: number }> {
  const tables = await restClient();
  const sentAt = Date.now();
  const request = tables.rpc("door_list", { event_uuid }).abortSignal(AbortSignal.timeout(REQUEST_TIMEOUT_MS));
  const list = (await request.throwOnError()).data;
  return { list, clockOffset: measureClockOffset(Date.parse(list.at), sentAt, Date.now()) };
}

/** 0 if the device's clock agrees: the database's time lies between the request and the response. */
export function measureClockOffset(databaseTime: number, sentAt: number, receivedAt: number): number {
  return databaseTime - Math.min(Math.max(databaseTime, sentAt), receivedAt);
}

export async function checkIn(event_uuid: string, scans: readonly Scan[]): Promise<ScanResult[]> {
  const request = (await restClient()).rpc("check_in", { event_uuid, scans });
  return (await request.abortSignal(AbortSignal.timeout(REQUEST_TIMEOUT_MS)).throwOnError()).data;
}

/** Falls back to the cached events if the request fails. */
export async function fetchDoorEvents(): Promise<DoorEvent[]> {
  try {
    const rows = (await restClient())
      .from("events")
      .select("uuid,name,days,translations")
      .order("created_at", { ascending: false });
    const { data } = await rows.abortSignal(AbortSignal.timeout(REQUEST_TIMEOUT_MS)).throwOnError();
    await putCached(EVENTS_KEY, data);
    return data as DoorEvent[];
  } catch (failure) {
    const events = await getCached<DoorEvent[]>(EVENTS_KEY);
    if (events) return events;
    throw failure;
  }
}

export const cacheDoorList = (event_uuid: string, list: DoorList) => putCached(event_uuid, list);
export const getCachedDoorList = (event_uuid: string) => getCached<DoorList>(event_uuid);

export const cacheClockOffset = (offset: number) => putCached(CLOCK_OFFSET_KEY, { offset, measuredAt: Date.now() });

/** Null if it was not measured within hours of the device's clock, which somebody may have corrected since. */
export async function getCachedClockOffset(): Promise<number | null> {
  const { offset, measuredAt } = (await getCached<{ offset: number; measuredAt: number }>(CLOCK_OFFSET_KEY)) ?? {};
  const age = Date.now() - (measuredAt ?? Number.NaN);
  return offset !== undefined && age >= 0 && age < MAX_OFFSET_AGE_MS ? offset : null;
}

async function putCached(key: string, value: unknown): Promise<void> {
  await listStore("readwrite", (store) => store.put({ key, value })).catch(console.warn);
}

async function getCached<Value>(key: string): Promise<Value | null> {
  try {
    const found = await listStore<{ value: Value } | undefined>("readonly", (store) => store.get(key));
    return found?.value ?? null;
  } catch {
    return null;
  }
}

type QueuedScan = Scan & { event_uuid: string };

export async function queueScan(event_uuid: string, scan: Scan): Promise<void> {
  await scanStore("readwrite", (store) => store.put({ ...scan, event_uuid }));
}

export async function getQueuedScans(event_uuid: string): Promise<Scan[]> {
  const all = await scanStore<QueuedScan[]>("readonly", (store) => store.getAll());
  return all.filter((scan) => scan.event_uuid === event_uuid).map(({ event_uuid: _, ...scan }) => scan as Scan);
}

/** The events with scans that were not sent yet. */
export async function getEventsWithQueuedScans(): Promise<string[]> {
  const all = await scanStore<QueuedScan[]>("readonly", (store) => store.getAll());
  return [...new Set(all.map(({ event_uuid }) => event_uuid))];
}

export async function dequeueScan(nonce: string): Promise<void> {
  await scanStore("readwrite", (store) => store.delete(nonce));
}
