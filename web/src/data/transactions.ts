// A person's own orders: reading them, and taking one back.

import { ownTables } from "./backend";
import { proofImage } from "./orders";
import type { Transaction } from "./tables";
import { removePicture } from "./uploads";

export async function myTransactions(userId: string): Promise<Transaction[]> {
  const rows = (await ownTables()).from("transactions").select("*", { count: "exact" }).eq("user_id", userId);
  return (await rows.order("created_at", { ascending: false }).throwOnError()).data;
}

/** The stored invoice goes first; if that fails, the record stays. */
export async function deleteTransaction({ uuid, invoice_image }: Transaction): Promise<void> {
  await removePicture(proofImage.folder, invoice_image.filename);
  await (await ownTables()).from("transactions").delete().eq("uuid", uuid).throwOnError();
}
