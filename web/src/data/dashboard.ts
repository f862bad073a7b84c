// Dashboard data for administrators: statistics from the database's views, and pending work.

import { restClient } from "./backend";
import { countRows } from "./records";
import { fetchWaiting } from "./reviews";
import type { BackupState, FailedMails, SharedAmount } from "./tables";

const TOP_COUNT = 5;

export interface Statistics {
  orders: readonly { day: string; orders: number; revenue: number }[];
  registrations: readonly { day: string; registrations: number }[];
  best: readonly { uuid: string; heading: string; pieces: number; revenue: number }[];
}

/** Statistics since a day; days without events are missing. */
export async function fetchStatistics(day: string): Promise<Statistics> {
  const views = await restClient();
  const [orders, registrations, best] = await Promise.all([
    views.from("orders_by_day").select("*").gte("day", day).throwOnError(),
    views.from("registrations_by_day").select("*").gte("day", day).throwOnError(),
    views
      .from("best_products")
      .select("*")
      .order("pieces", { ascending: false })
      .order("revenue", { ascending: false })
      .order("uuid")
      .limit(TOP_COUNT)
      .throwOnError(),
  ]);
  return { orders: orders.data, registrations: registrations.data, best: best.data };
}

export async function fetchWaitingCounts() {
  const [orders, fees, requests, registrations, unsent] = await Promise.all([
    fetchWaiting("transactions"),
    fetchWaiting("audition_registrations"),
    fetchRescheduleRequests(),
    countRows("unanswered_registrations"),
    countRows("unsent_orders"),
  ]);
  return {
    orders,
    fees,
    requests,
    registrations: { count: registrations, oldest: null },
    unsent: { count: unsent, oldest: null },
  };
}

/** `first`: the casting event and round of the oldest request for another time. Those of deleted registrations wait with them. */
async function fetchRescheduleRequests() {
  const rows = (await restClient())
    .from("event_announcements")
    .select("event_uuid,round,wished_at,event_registrations!inner()", { count: "exact" })
    .not("event_registrations.registration_uuid", "is", null);
  const { count, data } = await rows.not("wish", "is", null).order("wished_at").limit(1).throwOnError();
  const [first] = data;
  return { count: count ?? 0, oldest: first?.wished_at ?? null, first };
}

/** Sizes with low stock, lowest first. */
export async function fetchLowStock(): Promise<{ uuid: string; heading: string; size: string; pieces: number }[]> {
  const rows = (await restClient()).from("low_stock").select("*");
  return (await rows.order("pieces").order("heading").order("size").limit(TOP_COUNT).throwOnError()).data;
}

/** The last successful backup, whether an attempt has failed since, and whether a restored shop is silent. */
export async function fetchBackupState(): Promise<BackupState | undefined> {
  return (await (await restClient()).rpc("backup_state").throwOnError()).data[0];
}

/** Emails whose delivery was given up; null if there are none. */
export async function fetchFailedMails(): Promise<FailedMails | null> {
  const { data } = await (await restClient()).rpc("failed_mails").throwOnError();
  return data[0] ?? null;
}

/** Exact amounts owed by more than one payment. */
export async function fetchSharedAmounts(): Promise<SharedAmount[]> {
  return (await (await restClient()).rpc("shared_amounts").throwOnError()).data;
}

export async function sendFailedMails(): Promise<number> {
  return (await (await restClient()).rpc("send_failed_mails").throwOnError()).data;
}
