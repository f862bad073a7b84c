// Administrators' notes on an order.

import { restClient } from "./backend";

export async function fetchOrderNote(order: string): Promise<string> {
  const row = (await restClient()).from("order_notes").select("note").eq("order_uuid", order);
  return (await row.maybeSingle().throwOnError()).data?.note ?? "";
}

/** An empty note is deleted. */
export async function saveOrderNote(order_uuid: string, note: string): Promise<void> {
  await (await restClient()).rpc("keep_order_note", { order_uuid, note }).throwOnError();
}
