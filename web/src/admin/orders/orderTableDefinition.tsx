// The table descriptor of orders: specified columns, search, filters, bulk actions.

import { fetchOrderPeople } from "@/data/orderPeople";
import { proofPictureColumn } from "@/data/orders";
import { quoteFilterValue } from "@/data/searching";
import { type Transaction, type TransactionStatus, transactionStatuses } from "@/data/tables";
import { getOrderTotal } from "@/entities/cart";
import { formatOrderNumber } from "@/entities/formatOrderNumber";
import { statusBadgeTones } from "@/entities/transaction";
import { formatRupiah } from "@/lib/money";
import { type AdminMessages, useAdminMessages } from "@/messages/admin";
import { buttonClassName } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { choiceColumn, imageColumn, personColumn, timestampColumns } from "../kit/columns";
import { PersonName } from "../kit/people";
import type { ChoiceColumn, Column, TableDefinition } from "../kit/resource";
import { Thumbnail } from "../kit/Thumbnail";
import { PrintLink } from "../print/PrintLink";
import { buildOrderCsv } from "../resources/buildOrderCsv";
import { OrderLines } from "../resources/orderLines";
import { ParcelStateBadge, ParcelsProvider } from "../sending/ParcelsProvider";
import { SendOrdersButton } from "../sending/SendOrdersButton";
import { compactOrderView, OrderAge } from "./compactOrderView";
import { OrderLink } from "./OrderLink";
import { RejectedPaymentsProvider } from "./RejectedPaymentsProvider";

const orderStatusColumn: ChoiceColumn<Transaction> = {
  field: "status",
  values: transactionStatuses,
  valueOf: (order) => order.status,
  label: (value, a) => a.transactions.statuses[value as TransactionStatus],
  tone: (value) => statusBadgeTones[value as TransactionStatus],
  toStored: (value) => value,
  consequence: (a) => a.transactions.statusConsequence,
};

export const orderColumns: Column<Transaction>[] = [
  personColumn,
  {
    field: "transactions",
    text: linesAsText,
    cell: (order) => (
      <>
        <p className="flex flex-wrap items-center gap-x-4">
          <OrderLink order={order} />
          <span className="whitespace-nowrap font-semibold tabular-nums">{formatRupiah(getOrderTotal(order))}</span>
          <span className="text-caption text-muted">
            <OrderAge order={order} />
          </span>
        </p>
        <OrderLines lines={order.transactions} deliveryMethod={order.delivery_way} />
        <ParcelStateBadge order={order} />
      </>
    ),
  },
  {
    ...imageColumn(proofPictureColumn),
    cell: (order, a) => (
      <Thumbnail picture={proofPictureColumn} image={order.invoice_image} missing={a.transactions.proofMissing} />
    ),
  },
  choiceColumn(orderStatusColumn),
  ...timestampColumns,
];

export const orderTableDefinition: TableDefinition<"transactions"> = {
  table: "transactions",
  columns: orderColumns,
  compact: compactOrderView,
  summary: (order, a) => [
    a.transactions.order(formatOrderNumber(order.uuid)),
    <PersonName key="name" id={order.user_id} />,
    formatRupiah(getOrderTotal(order)),
    orderStatusColumn.label(order.status, a),
  ],
  choice: orderStatusColumn,
  waiting: { words: (a) => a.waiting.toSend, view: "unsent_orders" },
  personal: true,
  // The data API cannot search all elements of a JSON array, so only the first three products are searched.
  searched: ["transactions->0->>heading", "transactions->1->>heading", "transactions->2->>heading"],
  searchedIds: ["uuid", "user_id"],
  searchedAmount: (price) => `transactions.cs.${quoteFilterValue(JSON.stringify([{ price }]))}`,
  csvLines: async (orders, a) => buildOrderCsv(orders, await fetchOrderPeople(orders), a),
  Provider: ({ rows, children }) => (
    <ParcelsProvider rows={rows}>
      <RejectedPaymentsProvider rows={rows}>{children}</RejectedPaymentsProvider>
    </ParcelsProvider>
  ),
  Tools: () => {
    const a = useAdminMessages();
    return (
      <>
        <PrintLink paper="slips">{a.paper.slips}</PrintLink>
        <Link to="?deleted=buyer" className={buttonClassName("outline", "max-sm:grow")}>
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
      <SendOrdersButton orders={rows} />
    </>
  ),
};

function linesAsText({ transactions }: Transaction, a: AdminMessages): string {
  return transactions
    .map((line) => `${line.heading}, ${a.transactions.pieces(line.quantity_to_buy)}, ${formatRupiah(line.price)}`)
    .join("; ");
}
