// Placing an order: uploads the proof of payment, then inserts the record; idempotent per attempt.

import { restClient } from "./backend";
import { type CartLine, type CartLineId, cartStore } from "./cart";
import { createIdempotencyStore, isClientErrorStatus, type SubmissionAttempt } from "./idempotency";
import { pictureColumns } from "./rows.generated";
import type { OrderDeliveryMethod, OrderedLine, StoredImage, Transaction } from "./tables";
import { removePicture, type UploadOptions, uploadPicture } from "./uploads";

/** The column of the proof of payment. */
export const proofPictureColumn = pictureColumns.transactions.invoice_image;
export const orderIdempotencyStore = createIdempotencyStore("order", isOtherOrder);

type StoredOrder = Pick<Transaction, "transactions" | "invoice_image">;

interface NewOrder {
  userId: string;
  lines: CartLine[];
  invoice: File;
  /** With the fee that was shown; null in a shop without delivery methods. */
  deliveryMethod: OrderDeliveryMethod | null;
}

/** A request whose response got lost was stored, and the cart has changed since; what it ordered has left the cart. */
export class EarlierOrderError extends Error {}

/** Returns the ordered lines. Throws EarlierOrderError if an earlier request for other lines or quantities was stored. */
export async function placeOrder(order: NewOrder, uploadOptions: UploadOptions): Promise<readonly CartLineId[]> {
  const attempt = await orderIdempotencyStore.current(order.userId, getOrderContent(order.lines));
  const stored = attempt.sent ? (await storedOrder(attempt.uuid))?.transactions : null;
  const ordered = stored ?? (await uploadAndStore(order, attempt, uploadOptions));
  orderIdempotencyStore.clear();
  if (stored && quantitiesOf(stored) !== quantitiesOf(order.lines)) {
    takeFromCart(stored);
    throw new EarlierOrderError("An earlier order was stored");
  }
  return ordered;
}

const quantitiesOf = (lines: readonly OrderedLine[]) =>
  JSON.stringify(lines.map((line) => [getLineContent(line), line.quantity_to_buy]).sort());

/** Identifies an order by its lines. A product added to the cart again is another line, since its timestamp differs. */
export const getOrderContent = (lines: readonly OrderedLine[]): string[] => lines.map(getLineContent).sort();

const getLineContent = ({ uuid, size, inserted_at }: OrderedLine) => JSON.stringify([uuid, size, inserted_at]);

/** None of the stored lines is ordered now; they leave the cart, so that they can't be ordered again later. */
async function isOtherOrder(uuid: string, content: unknown): Promise<boolean> {
  const stored = (await storedOrder(uuid))?.transactions;
  if (!stored || stored.some((line) => (content as string[]).includes(getLineContent(line)))) return false;
  takeFromCart(stored);
  return true;
}

function takeFromCart(ordered: readonly OrderedLine[]): void {
  const content = getOrderContent(ordered);
  cartStore.write(cartStore.read().filter((line) => !content.includes(getLineContent(line))));
}

async function uploadAndStore(
  { userId, lines, invoice, deliveryMethod }: NewOrder,
  attempt: SubmissionAttempt,
  uploadOptions: UploadOptions,
) {
  const invoice_image = await uploadPicture(proofPictureColumn, invoice, uploadOptions);
  orderIdempotencyStore.markSent(attempt);
  const now = new Date().toISOString();
  const row = { uuid: attempt.uuid, user_id: userId, transactions: lines, invoice_image, status: "Processed" as const };
  const { data, error, status } = await (await restClient())
    .from("transactions")
    .insert({ ...row, ...(deliveryMethod && { delivery_way: deliveryMethod }), created_at: now, updated_at: now })
    .select("uuid");
  if (error) return resolveFailure(error, status, attempt, invoice_image);
  return data.length > 0 ? lines : storedByAnotherTab(attempt, invoice_image);
}

/** No row is returned if another tab has sent this attempt: its lines are the order, and ours stay in the cart. */
async function storedByAnotherTab(attempt: SubmissionAttempt, invoice: StoredImage): Promise<readonly CartLineId[]> {
  const stored = await storedOrder(attempt.uuid);
  if (stored?.invoice_image.filename !== invoice.filename) await removeProof(invoice);
  return stored?.transactions ?? [];
}

/** If the outcome is unclear, the order may be stored all the same, and then its picture must stay. */
async function resolveFailure(failure: Error, status: number, attempt: SubmissionAttempt, invoice: StoredImage) {
  const error = Object.assign(failure, { status });
  const stored = isClientErrorStatus(status)
    ? null
    : await storedOrder(attempt.uuid).catch(() => Promise.reject(error));
  if (stored) return stored.transactions;
  orderIdempotencyStore.handleRefusal(failure);
  await removeProof(invoice);
  throw error;
}

async function removeProof({ filename }: StoredImage): Promise<void> {
  await removePicture(proofPictureColumn.folder, filename).catch(console.error);
}

async function storedOrder(uuid: string): Promise<StoredOrder | null> {
  const row = (await restClient()).from("transactions").select("transactions,invoice_image").eq("uuid", uuid);
  return (await row.maybeSingle().throwOnError()).data;
}
