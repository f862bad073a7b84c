// Placing an order: uploads the proof of payment, then inserts the record; idempotent per attempt.

import { restClient } from "./backend";
import type { CartLine, LineId } from "./cart";
import { type Attempt, idempotencyStore, isClientError } from "./idempotency";
import { pictureColumns } from "./rows.generated";
import type { OrderedWay, StoredImage, Transaction } from "./tables";
import { removePicture, type UploadOptions, uploadPicture } from "./uploads";

/** The column of the proof of payment. */
export const proofImage = pictureColumns.transactions.invoice_image;
export const orderAttempts = idempotencyStore("order");

type StoredOrder = Pick<Transaction, "transactions" | "invoice_image">;

export interface Order {
  userId: string;
  lines: CartLine[];
  invoice: File;
  /** With the fee that was shown; null in a shop without delivery methods. */
  way: OrderedWay | null;
}

/** Returns the ordered lines: those of the first request, if its response got lost. */
export async function placeOrder(order: Order, uploadOptions: UploadOptions): Promise<readonly LineId[]> {
  const attempt = await orderAttempts.current(order.userId, order.lines.map(idempotencyFields));
  const stored = attempt.sent ? (await storedOrder(attempt.uuid))?.transactions : null;
  const ordered = stored ?? (await uploadAndStore(order, attempt, uploadOptions));
  orderAttempts.clear();
  return ordered;
}

/** A product added to the cart again is another line, since its timestamp differs. */
const idempotencyFields = ({ uuid, size, quantity_to_buy, inserted_at }: CartLine) => [
  uuid,
  size,
  quantity_to_buy,
  inserted_at,
];

async function uploadAndStore({ userId, lines, invoice, way }: Order, attempt: Attempt, uploadOptions: UploadOptions) {
  const invoice_image = await uploadPicture(proofImage, invoice, uploadOptions);
  orderAttempts.markSent(attempt);
  const now = new Date().toISOString();
  const row = { uuid: attempt.uuid, user_id: userId, transactions: lines, invoice_image, status: "Processed" as const };
  const { data, error, status } = await (await restClient())
    .from("transactions")
    .insert({ ...row, ...(way && { delivery_way: way }), created_at: now, updated_at: now })
    .select("uuid");
  if (error) return resolveFailure(error, status, attempt, invoice_image);
  return data.length > 0 ? lines : storedByAnotherTab(attempt, invoice_image);
}

/** No row is returned if another tab has sent this attempt: its lines are the order, and ours stay in the cart. */
async function storedByAnotherTab(attempt: Attempt, invoice: StoredImage): Promise<readonly LineId[]> {
  const stored = await storedOrder(attempt.uuid);
  if (stored?.invoice_image.filename !== invoice.filename) await removeProof(invoice);
  return stored?.transactions ?? [];
}

/** If the outcome is unclear, the order may be stored all the same, and then its picture must stay. */
async function resolveFailure(failure: Error, status: number, attempt: Attempt, invoice: StoredImage) {
  const error = Object.assign(failure, { status });
  const stored = isClientError(status) ? null : await storedOrder(attempt.uuid).catch(() => Promise.reject(error));
  if (stored) return stored.transactions;
  orderAttempts.handleRefusal(failure);
  await removeProof(invoice);
  throw error;
}

async function removeProof({ filename }: StoredImage): Promise<void> {
  await removePicture(proofImage.folder, filename).catch(console.error);
}

async function storedOrder(uuid: string): Promise<StoredOrder | null> {
  const row = (await restClient()).from("transactions").select("transactions,invoice_image").eq("uuid", uuid);
  return (await row.maybeSingle().throwOnError()).data;
}
