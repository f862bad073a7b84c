// A modal for correcting an order: quantities, proof of payment, status.

import { useState } from "react";
import { proofPictureColumn } from "@/data/orders";
import { writeWithUploads } from "@/data/recordPictures";
import { updateRow } from "@/data/records";
import { type OrderDeliveryMethod, type OrderedLine, type Transaction, transactionStatuses } from "@/data/tables";
import { transactionSchema } from "@/entities/transactionSchema";
import { useAdminMessages } from "@/messages/admin";
import { ChoiceField, ReadOnlyField } from "../kit/fields";
import { useDraftValue, useField } from "../kit/formState";
import { PictureField } from "../kit/PictureField";
import { RecordDialog } from "../kit/RecordDialog";
import type { SaveRecord } from "../kit/RecordForm";
import { useReloadTable } from "../kit/useRows";
import { OrderBuyerDetails } from "../resources/OrderBuyerDetails";
import { OrderLinesField, OrderTotal } from "../resources/orderLines";
import { orderColumns } from "./orderTableDefinition";

interface OrderDialogProps {
  order: Transaction | null;
  onClose: () => void;
}

export function OrderDialog({ order, onClose }: OrderDialogProps) {
  const a = useAdminMessages();
  const reload = useReloadTable("transactions");
  const statuses = transactionStatuses.map((value) => ({ value, label: a.transactions.statuses[value] }));
  const isPaid = order?.status === "Accepted" || order?.status === "Finished";
  return (
    <RecordDialog
      table="transactions"
      open={order}
      form={transactionSchema}
      columns={orderColumns}
      save={save}
      reload={reload}
      onClose={onClose}
    >
      <ReadOnlyField name="user_id" />
      <OrderBuyerDetails />
      <OrderFields />
      <ChoiceField name="status" options={statuses} {...(isPaid && { hint: a.transactions.acceptedHint })} />
    </RecordDialog>
  );
}

/** Untouched fields are sent as this version has them. A new proof replaces the old one in the record; its file is kept. */
const save: SaveRecord<Transaction> = async (order, _uuid, edited, upload) => {
  if (!order) throw new Error("Orders are not made here");
  const { user_id, transactions, invoice_image, status } = { ...order, ...edited };
  const values = { user_id, transactions, invoice_image, status };
  await writeWithUploads([proofPictureColumn], values, upload, (stored) => updateRow("transactions", order, stored));
};

/** The paid amount is shown beside the amount due. */
function OrderFields() {
  const a = useAdminMessages();
  const { value } = useField("transactions");
  const deliveryMethod = useField("delivery_way").value as OrderDeliveryMethod | null;
  const [lines, setLines] = useState(value as readonly OrderedLine[]);
  useDraftValue("transactions", lines, lines !== value, setLines);
  return (
    <>
      <OrderLinesField lines={lines} onLines={setLines} />
      <PictureField
        picture={proofPictureColumn}
        example="/invoice-example.webp"
        missing={a.transactions.proofMissing}
        beside={<OrderTotal lines={lines} method={deliveryMethod} />}
      />
    </>
  );
}
