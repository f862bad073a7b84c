// Resubmitted proofs of payment: a rejected order or registration gets another proof, and goes back to the review queue.

import { feeImage } from "./auditions";
import { restClient } from "./backend";
import { isClientErrorStatus } from "./idempotency";
import { proofPictureColumn } from "./orders";
import { fetchRow } from "./records";
import type { AuditionRegistration, PaidTable, Resubmission, Transaction } from "./tables";
import { removePicture, type UploadOptions, uploadPicture } from "./uploads";

/** The proof's picture column by table. */
export const proofPictureColumns = { transactions: proofPictureColumn, audition_registrations: feeImage };

export interface PaidRecord {
  place: PaidTable;
  uuid: string;
}

export async function resubmitProof(
  { place, uuid }: PaidRecord,
  invoice: File,
  uploadOptions: UploadOptions,
): Promise<void> {
  const invoice_image = await uploadPicture(proofPictureColumns[place], invoice, uploadOptions);
  const args = { place, record: uuid, invoice_image };
  const { error, status } = await (await restClient()).rpc("send_another_proof", args);
  if (!error) return;
  const stored = isClientErrorStatus(status) ? null : await fetchRow<Transaction | AuditionRegistration>(place, uuid);
  if (stored?.invoice_image.filename === invoice_image.filename) return;
  await removePicture(proofPictureColumns[place].folder, invoice_image.filename).catch(console.error);
  throw error;
}

export async function fetchResubmission({ place, uuid }: PaidRecord): Promise<Resubmission> {
  const { data } = await (await restClient()).rpc("resubmission", { place, record: uuid }).single().throwOnError();
  return data;
}

/** File names of all proofs, oldest first. */
export async function fetchProofs({ place, uuid }: PaidRecord): Promise<string[]> {
  const { data } = await (await restClient()).rpc("proofs_of", { place, record: uuid }).throwOnError();
  return data.map(({ filename }) => filename);
}
