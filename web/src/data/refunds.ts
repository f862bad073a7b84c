// What came of a payment where it is another sum than was asked, and what was paid back.

import { restClient } from "./backend";
import { inBatches } from "./inBatches";
import type { OwedRefund, PaidPlace, Refund, RefundEntry, RefundLine } from "./tables";

/** The oldest first. */
export async function refundsOf(place: PaidPlace, records: readonly string[]): Promise<Refund[]> {
  const tables = await restClient();
  return inBatches(records, async (part) => {
    const rows = tables.from("refunds").select("*").eq("place", place).in("record", part);
    return (await rows.order("created_at").throwOnError()).data;
  });
}

/** Of cancelled orders, the oldest first. */
export async function owedRefunds(): Promise<OwedRefund[]> {
  return (await (await restClient()).rpc("owed_refunds").throwOnError()).data;
}

export async function recordReceived(place: PaidPlace, record: string, received: number): Promise<void> {
  await (await restClient()).rpc("record_received", { place, record, received }).throwOnError();
}

export async function recordRefund(refund: RefundEntry): Promise<void> {
  await (await restClient()).rpc("record_refund", refund).throwOnError();
}

/** Outgoing lines of statements that may be this refund, the oldest first. */
export async function refundLines(refund: string): Promise<RefundLine[]> {
  return (await (await restClient()).rpc("refund_lines", { refund }).throwOnError()).data;
}

/** `line` null: it is on no statement after all. */
export async function matchRefund(refund: string, line: string | null): Promise<void> {
  await (await restClient()).rpc("match_refund", { refund, line }).throwOnError();
}

export async function undoRefund(refund: string): Promise<void> {
  await (await restClient()).rpc("undo_refund", { refund }).throwOnError();
}
