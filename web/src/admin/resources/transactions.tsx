// Transactions: orders are corrected and deleted here, never made; so this screen puts the kit's parts together itself.

import { lazy, useState } from "react";
import { unsentOrders } from "@/data/figures";
import { orderPeopleOf } from "@/data/orderPeople";
import { proofImage } from "@/data/orders";
import { withNewPictures } from "@/data/recordPictures";
import { type RowOf, updateRow } from "@/data/records";
import { quoted } from "@/data/searching";
import {
  type OrderedLine,
  type OrderedWay,
  type Transaction,
  type TransactionStatus,
  transactionStatuses,
} from "@/data/tables";
import { orderTotal } from "@/entities/cart";
import { orderNumber } from "@/entities/orderNumber";
import { statusTone } from "@/entities/transaction";
import { transactionForm } from "@/entities/transactionForm";
import { rupiah } from "@/lib/money";
import { type AdminMessages, useAdminMessages } from "@/messages/admin";
import { buttonLook } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { useSearchParams } from "@/ui/router";
import { DeletedOrdersPage } from "../deletedOrders/DeletedOrdersPage";
import { choiceColumn, createdAndUpdated, imageColumn, personColumn } from "../kit/columns";
import { ChoiceField, FixedField } from "../kit/fields";
import { useField, useKept } from "../kit/formState";
import { PictureField } from "../kit/PictureField";
import { PersonName } from "../kit/people";
import { RecordDialog } from "../kit/RecordDialog";
import type { Save } from "../kit/RecordForm";
import { ResourceList } from "../kit/ResourceList";
import type { Choice, Column, TableFacts } from "../kit/resource";
import { Thumbnail } from "../kit/Thumbnail";
import { useReload } from "../kit/useRows";
import { PrintLink } from "../print/PrintLink";
import { useRequestedPrint } from "../print/printAddress";
import { screenWith } from "../screen";
import { SendButton } from "../sending/SendButton";
import { ParcelState, ShownParcels } from "../sending/ShownParcels";
import { OrderPerson } from "./OrderPerson";
import { orderCsv } from "./orderCsv";
import { LinesField, OrderLines, OrderTotal } from "./orderedItems";

const status: Choice<Transaction> = {
  field: "status",
  values: transactionStatuses,
  of: (order) => order.status,
  word: (value, a) => a.transactions.statuses[value as TransactionStatus],
  tone: (value) => statusTone[value as TransactionStatus],
  stored: (value) => value,
};
const PrintedOrders = lazy(() => import("../print/PrintedOrders"));

const columns: Column<Transaction>[] = [
  personColumn,
  {
    field: "transactions",
    text: linesInWords,
    cell: (order) => (
      <>
        <OrderLines lines={order.transactions} way={order.delivery_way} />
        <ParcelState order={order} />
      </>
    ),
  },
  {
    ...imageColumn(proofImage),
    cell: (order, a) => (
      <Thumbnail place={proofImage} image={order.invoice_image} missing={a.transactions.proofMissing} />
    ),
  },
  choiceColumn(status),
  ...createdAndUpdated,
];

const facts: TableFacts<"transactions"> = {
  table: "transactions",
  columns,
  known: (order, a) => [
    a.transactions.order(orderNumber(order.uuid)),
    <PersonName key="name" id={order.user_id} />,
    rupiah(orderTotal(order)),
    status.word(order.status, a),
  ],
  choice: status,
  waiting: { words: (a) => a.waiting.toSend, uuids: unsentOrders },
  personal: true,
  // The data API looks into one place of a list at a time: the first three products must do.
  searched: ["transactions->0->>heading", "transactions->1->>heading", "transactions->2->>heading"],
  searchedIds: ["uuid", "user_id"],
  searchedAmount: (price) => `transactions.cs.${quoted(JSON.stringify([{ price }]))}`,
  csvLines: async (orders, a) => orderCsv(orders, await orderPeopleOf(orders), a),
  Around: ShownParcels,
  Tools: () => {
    const a = useAdminMessages();
    return (
      <>
        <PrintLink paper="slips">{a.paper.slips}</PrintLink>
        <Link to="?deleted=buyer" className={buttonLook("outline", "max-sm:grow")}>
          {a.deletedOrders.open}
        </Link>
      </>
    );
  },
  SelectionTools: ({ rows }) => (
    <>
      <PrintLink look="quiet" paper="slips" of={rows.map(({ uuid }) => uuid).join(",")}>
        {useAdminMessages().paper.slips}
      </PrintLink>
      <SendButton orders={rows} />
    </>
  ),
};

function linesInWords({ transactions }: Transaction, a: AdminMessages): string {
  return transactions
    .map((line) => `${line.heading}, ${a.transactions.pieces(line.quantity_to_buy)}, ${rupiah(line.price)}`)
    .join("; ");
}

/** A new proof takes the old one's place in the record; the old file stays. */
const save: Save<Transaction> = async (order, _uuid, entered, watch) => {
  if (!order) throw new Error("Orders are not made here");
  const { user_id, transactions: lines, status, invoice_image = order.invoice_image } = entered;
  const values = { user_id, transactions: lines, invoice_image, status };
  await withNewPictures([proofImage], values, watch, (stored) => updateRow("transactions", order, stored));
};

export default screenWith(facts, () => {
  const [params] = useSearchParams();
  const prints = useRequestedPrint();
  if (prints) return <PrintedOrders facts={facts} />;
  return params.has("deleted") ? <DeletedOrdersPage /> : <TransactionsPage />;
});

function TransactionsPage() {
  const a = useAdminMessages();
  const reload = useReload("transactions");
  const [open, setOpen] = useState<RowOf<"transactions"> | null>(null);
  const statuses = transactionStatuses.map((value) => ({ value, label: a.transactions.statuses[value] }));
  return (
    <>
      <ResourceList resource={facts} onEdit={setOpen} />
      <RecordDialog
        table="transactions"
        open={open}
        form={transactionForm}
        columns={columns}
        save={save}
        reload={reload}
        onClose={() => setOpen(null)}
      >
        <FixedField name="user_id" />
        <OrderPerson />
        <OrderFields />
        <ChoiceField name="status" options={statuses} />
      </RecordDialog>
    </>
  );
}

/** What was paid stands beside what was to be paid. */
function OrderFields() {
  const a = useAdminMessages();
  const { value } = useField("transactions");
  const way = useField("delivery_way").value as OrderedWay | null;
  const [lines, setLines] = useState(value as readonly OrderedLine[]);
  useKept("transactions", lines, lines !== value, setLines);
  return (
    <>
      <LinesField lines={lines} onLines={setLines} />
      <PictureField
        place={proofImage}
        example="/invoice-example.webp"
        missing={a.transactions.proofMissing}
        beside={<OrderTotal lines={lines} way={way} />}
      />
    </>
  );
}
