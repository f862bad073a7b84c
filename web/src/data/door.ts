// The door: who is expected, and what becomes of scans. What a phone needs without a network stays in its browser: the list
// until its person signs out, scans until the database has them.

import { brand } from "@/lib/config";
import { indexedDbStore } from "@/lib/indexedDbStore";
import { restClient } from "./backend";
import { DOOR_LISTS } from "./doorLists";
import type { CastingEvent, DoorList, Scan, ScanResult } from "./tables";

export type DoorEvent = Pick<CastingEvent, "uuid" | "name" | "days" | "translations">;

/** A hanging network is one that isn't there. */
const LONGEST_WAIT_MS = 15_000;
/** What the database takes at once. */
export const MOST_SCANS = 500;

const askLists = indexedDbStore(DOOR_LISTS, "lists", "key");
const askScans = indexedDbStore(`${brand.prefix}door_scans`, "scans", "nonce");
const EVENTS = "events";

export async function readDoorList(event_uuid: string): Promise<DoorList> {
  const asked = (await restClient()).rpc("door_list", { event_uuid }).abortSignal(AbortSignal.timeout(LONGEST_WAIT_MS));
  return (await asked.throwOnError()).data;
}

export async function checkIn(event_uuid: string, scans: readonly Scan[]): Promise<ScanResult[]> {
  const asked = (await restClient()).rpc("check_in", { event_uuid, scans });
  return (await asked.abortSignal(AbortSignal.timeout(LONGEST_WAIT_MS)).throwOnError()).data;
}

/** As they were read last, where nothing can be read now. */
export async function doorEvents(): Promise<DoorEvent[]> {
  try {
    const rows = (await restClient())
      .from("events")
      .select("uuid,name,days,translations")
      .order("created_at", { ascending: false });
    const { data } = await rows.abortSignal(AbortSignal.timeout(LONGEST_WAIT_MS)).throwOnError();
    await keep(EVENTS, data);
    return data as DoorEvent[];
  } catch (failure) {
    const events = await kept<DoorEvent[]>(EVENTS);
    if (events) return events;
    throw failure;
  }
}

export const cacheDoorList = (event_uuid: string, list: DoorList) => keep(event_uuid, list);
export const cachedDoorList = (event_uuid: string) => kept<DoorList>(event_uuid);

async function keep(key: string, value: unknown): Promise<void> {
  await askLists("readwrite", (store) => store.put({ key, value })).catch(console.warn);
}

async function kept<Value>(key: string): Promise<Value | null> {
  try {
    const found = await askLists<{ value: Value } | undefined>("readonly", (store) => store.get(key));
    return found?.value ?? null;
  } catch {
    return null;
  }
}

type KeptScan = Scan & { event_uuid: string };

export async function queueScan(event_uuid: string, scan: Scan): Promise<void> {
  await askScans("readwrite", (store) => store.put({ ...scan, event_uuid }));
}

export async function queuedScans(event_uuid: string): Promise<Scan[]> {
  const all = await askScans<KeptScan[]>("readonly", (store) => store.getAll());
  return all.filter((scan) => scan.event_uuid === event_uuid).map(({ event_uuid: _, ...scan }) => scan as Scan);
}

export async function dequeueScan(nonce: string): Promise<void> {
  await askScans("readwrite", (store) => store.delete(nonce));
}
