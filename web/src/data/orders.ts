// Placing an order: proof of payment first, then the record; once per attempt, however often the network fails in between.

import { type Attempt, attempts, wasRefused } from "./attempt";
import { ownTables } from "./backend";
import type { CartLine, LineId } from "./cart";
import type { OrderedLine, StoredImage } from "./tables";
import { removePicture, type UploadWatch, uploadPicture } from "./uploads";

/** The proof of payment. */
export const proofImage = { column: "invoice_image", folder: "transactions/invoices", visibility: "personal" } as const;
const orders = attempts("order");

export interface Order {
  userId: string;
  lines: CartLine[];
  invoice: File;
}

/** Gives back the lines that were ordered: those of the first sending, if an earlier answer got lost on its way. */
export async function placeOrder(order: Order, watch: UploadWatch): Promise<readonly LineId[]> {
  const attempt = orders.current(order.userId);
  const before = attempt.sent ? await storedLines(attempt.uuid) : null;
  const ordered = before ?? (await send(order, attempt, watch));
  orders.done();
  return ordered;
}

async function send({ userId, lines, invoice }: Order, attempt: Attempt, watch: UploadWatch) {
  const invoice_image = await uploadPicture(proofImage, invoice, watch);
  orders.sent(attempt);
  const now = new Date().toISOString();
  const row = { uuid: attempt.uuid, user_id: userId, transactions: lines, invoice_image, status: "Processed" as const };
  const { error, status } = await (await ownTables())
    .from("transactions")
    .insert({ ...row, created_at: now, updated_at: now });
  return error ? afterFailure(error, status, attempt, invoice_image) : lines;
}

/** Without a clear answer the order may be stored all the same, and then its picture must stay. */
async function afterFailure(failure: Error, status: number, attempt: Attempt, invoice: StoredImage) {
  const stored = wasRefused(status) ? null : await storedLines(attempt.uuid);
  if (stored) return stored;
  await removePicture(proofImage.folder, invoice.filename).catch(console.error);
  throw failure;
}

async function storedLines(uuid: string): Promise<OrderedLine[] | null> {
  const row = (await ownTables()).from("transactions").select("transactions").eq("uuid", uuid);
  return (await row.maybeSingle().throwOnError()).data?.transactions ?? null;
}
