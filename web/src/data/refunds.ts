// Received amounts that differ from the amount due, and refunds.

import { restClient } from "./backend";
import { fetchInBatches } from "./fetchInBatches";
import type { OwedRefund, PaidTable, Refund, RefundEntry, RefundLine } from "./tables";

/** Oldest first. */
export async function fetchRefunds(table: PaidTable, records: readonly string[]): Promise<Refund[]> {
  const tables = await restClient();
  return fetchInBatches(records, async (batch) => {
    const rows = tables.from("refunds").select("*").eq("place", table).in("record", batch);
    return (await rows.order("created_at").throwOnError()).data;
  });
}

/** Oldest first; includes refunds of deleted records. */
export async function fetchRefundsOfPerson(table: PaidTable, userId: string): Promise<Refund[]> {
  const rows = (await restClient()).from("refunds").select("*").eq("place", table).eq("user_id", userId);
  return (await rows.order("created_at").throwOnError()).data;
}

/** Refunds owed, oldest first. */
export async function fetchOwedRefunds(): Promise<OwedRefund[]> {
  return (await (await restClient()).rpc("owed_refunds").throwOnError()).data;
}

export async function recordReceivedAmount(table: PaidTable, record: string, received: number): Promise<void> {
  await (await restClient()).rpc("record_received", { place: table, record, received }).throwOnError();
}

export async function recordRefund(refund: RefundEntry): Promise<void> {
  await (await restClient()).rpc("record_refund", refund).throwOnError();
}

/** Outgoing statement lines that may be this refund, oldest first. */
export async function fetchRefundLines(refund: string): Promise<RefundLine[]> {
  return (await (await restClient()).rpc("refund_lines", { refund }).throwOnError()).data;
}

/** `line` null removes the match. */
export async function matchRefund(refund: string, line: string | null): Promise<void> {
  await (await restClient()).rpc("match_refund", { refund, line }).throwOnError();
}

export async function undoRefund(refund: string): Promise<void> {
  await (await restClient()).rpc("undo_refund", { refund }).throwOnError();
}
