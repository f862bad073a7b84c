// Placing an order: proof of payment first, then the record; once per attempt, however often the network fails in between.

import { readRaw, writeRaw } from "@/lib/browserStorage";
import { brand } from "@/lib/config";
import { fieldsOf, isText } from "@/lib/found";
import { ownTables } from "./backend";
import type { CartLine } from "./cart";
import type { OrderedLine, StoredImage } from "./tables";
import { removePicture, type UploadWatch, uploadPicture } from "./uploads";

export const INVOICE_FOLDER = "transactions/invoices";
const ATTEMPT_KEY = `${brand.prefix}order_attempt`;

export interface Order {
  userId: string;
  lines: CartLine[];
  invoice: File;
}

type Attempt = { uuid: string; user_id: string; sent: boolean };

/** Gives back the lines that were ordered: those of the first sending, if an earlier answer got lost on its way. */
export async function placeOrder(order: Order, watch: UploadWatch): Promise<readonly { uuid: string }[]> {
  const attempt = currentAttempt(order.userId);
  const before = attempt.sent ? await storedLines(attempt.uuid) : null;
  const ordered = before ?? (await send(order, attempt, watch));
  writeRaw(ATTEMPT_KEY, null);
  return ordered;
}

async function send({ userId, lines, invoice }: Order, attempt: Attempt, watch: UploadWatch) {
  const invoice_image = await uploadPicture(INVOICE_FOLDER, invoice, watch);
  keep({ ...attempt, sent: true });
  const now = new Date().toISOString();
  const row = { uuid: attempt.uuid, user_id: userId, transactions: lines, invoice_image, status: "Processed" as const };
  const { error, status } = await (await ownTables())
    .from("transactions")
    .insert({ ...row, created_at: now, updated_at: now });
  return error ? afterFailure(error, status, attempt, invoice_image) : lines;
}

/** A refusal is certain; without a clear answer the order may be stored all the same, and then its picture must stay. */
async function afterFailure(failure: Error, status: number, attempt: Attempt, invoice: StoredImage) {
  const refused = status >= 400 && status < 500;
  const stored = refused ? null : await storedLines(attempt.uuid);
  if (stored) return stored;
  await removePicture(INVOICE_FOLDER, invoice.filename).catch(console.error);
  throw failure;
}

async function storedLines(uuid: string): Promise<OrderedLine[] | null> {
  const row = (await ownTables()).from("transactions").select("transactions").eq("uuid", uuid);
  return (await row.maybeSingle().throwOnError()).data?.transactions ?? null;
}

/** Made once and kept in the browser until its order is stored; shared by all tabs, so two of them make one order. */
function currentAttempt(userId: string): Attempt {
  const kept = keptAttempt();
  return kept?.user_id === userId ? kept : keep({ uuid: crypto.randomUUID(), user_id: userId, sent: false });
}

function keep(attempt: Attempt): Attempt {
  writeRaw(ATTEMPT_KEY, JSON.stringify(attempt));
  return attempt;
}

function keptAttempt(): Attempt | null {
  try {
    const { uuid, user_id, sent } = fieldsOf(JSON.parse(readRaw(ATTEMPT_KEY) ?? "null"));
    return isText(uuid) && isText(user_id) ? { uuid, user_id, sent: sent === true } : null;
  } catch {
    return null;
  }
}
