// How the shop goes, for administrators: sums that the database's views make, and what waits for a decision.

import { restClient } from "./backend";
import { waitingSince } from "./reviews";
import type { BackupState, FailedMails, SharedAmount } from "./tables";

const TOP_COUNT = 5;
const MAX_IDS = 100;

export interface Statistics {
  orders: readonly { day: string; orders: number; revenue: number }[];
  registrations: readonly { day: string; registrations: number }[];
  best: readonly { uuid: string; heading: string; pieces: number; revenue: number }[];
}

/** Days since the given one; days on which nothing happened are missing. */
export async function statisticsSince(day: string): Promise<Statistics> {
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

export async function waitingCounts() {
  const [orders, fees, registrations, unsent] = await Promise.all([
    waitingSince("transactions"),
    waitingSince("audition_registrations"),
    newestIn("unanswered_registrations"),
    newestIn("unsent_orders"),
  ]);
  return {
    orders,
    fees,
    registrations: { count: registrations.count ?? 0, oldest: null },
    unsent: { count: unsent.count ?? 0, oldest: null },
  };
}

/** Sizes of which few pieces are left, the fewest first. */
export async function lowStock(): Promise<{ uuid: string; heading: string; size: string; pieces: number }[]> {
  const rows = (await restClient()).from("low_stock").select("*");
  return (await rows.order("pieces").order("heading").order("size").limit(TOP_COUNT).throwOnError()).data;
}

/** When the server made its last good backup, and whether an attempt failed since. */
export async function backupState(): Promise<BackupState | undefined> {
  return (await (await restClient()).rpc("backup_state").throwOnError()).data[0];
}

/** The mails that were given up, if there are any. */
export async function failedMails(): Promise<FailedMails | null> {
  const { data } = await (await restClient()).rpc("failed_mails").throwOnError();
  return data[0] ?? null;
}

/** Exact amounts that several payments owe all the same. */
export async function sharedAmounts(): Promise<SharedAmount[]> {
  return (await (await restClient()).rpc("shared_amounts").throwOnError()).data;
}

export async function sendFailedMails(): Promise<number> {
  return (await (await restClient()).rpc("send_failed_mails").throwOnError()).data;
}

/** The newest of them: as many as an address can name. */
export async function unansweredRegistrations(): Promise<string[]> {
  return (await newestIn("unanswered_registrations")).data.map(({ uuid }) => uuid);
}

/** Paid and not sent: the newest of them, as many as an address can name. */
export async function unsentOrders(): Promise<string[]> {
  return (await newestIn("unsent_orders")).data.map(({ uuid }) => uuid);
}

async function newestIn(view: "unanswered_registrations" | "unsent_orders") {
  const rows = (await restClient()).from(view).select("uuid", { count: "exact" });
  return rows.order("created_at", { ascending: false }).limit(MAX_IDS).throwOnError();
}
