// What administrators note about an order.

import { ownTables } from "./backend";

export async function orderNoteOf(order: string): Promise<string> {
  const row = (await ownTables()).from("order_notes").select("note").eq("order_uuid", order);
  return (await row.maybeSingle().throwOnError()).data?.note ?? "";
}

/** An empty one is forgotten. */
export async function keepOrderNote(order_uuid: string, note: string): Promise<void> {
  await (await ownTables()).rpc("keep_order_note", { order_uuid, note }).throwOnError();
}
