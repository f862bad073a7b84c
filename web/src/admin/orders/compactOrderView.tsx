// The compact order list: number, buyer, goods with a picture, total, status, age.

import type { Payment, Transaction } from "@/data/tables";
import { getOrderTotal } from "@/entities/cart";
import { formatTitleWithSize } from "@/entities/orderedLine";
import { getOrderState, statusBadgeTones } from "@/entities/transaction";
import { formatTimeAgo } from "@/lib/dates";
import { formatRupiah } from "@/lib/money";
import { useLanguage } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { Badge } from "@/ui/Badge";
import { buttonClassName } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { Picture } from "@/ui/Picture";
import { usePersonName } from "../kit/people";
import type { CompactView } from "../kit/resource";
import { getCasePath } from "../review/caseDetails";
import { ParcelStateBadge } from "../sending/ParcelsProvider";
import { SendOrdersButton } from "../sending/SendOrdersButton";
import { OrderLink, useOrderPath } from "./OrderLink";
import { useRejectedPayment } from "./RejectedPaymentsProvider";

export const compactOrderView: CompactView<Transaction> = {
  columns: [
    { heading: (a) => a.orders.number, cell: (order) => <OrderLink order={order} /> },
    { field: "user_id", heading: (a) => a.orders.buyer, sorts: true, cell: (order) => <Buyer id={order.user_id} /> },
    { heading: (a) => a.orders.goods, cell: (order) => <Goods order={order} /> },
    { heading: (a) => a.orders.total, cell: (order) => <Total order={order} /> },
    { field: "status", cell: (order) => <State order={order} /> },
    { field: "created_at", heading: (a) => a.orders.age, sorts: true, cell: (order) => <OrderAge order={order} /> },
  ],
  Card: OrderCard,
  Actions: OrderActions,
};

function OrderCard({ row: order }: { row: Transaction }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="flex items-center justify-between gap-x-4">
        <OrderLink order={order} className="min-h-11" />
        <span className="text-caption text-muted">
          <OrderAge order={order} />
        </span>
      </p>
      <p className="wrap-anywhere">
        <Buyer id={order.user_id} />
      </p>
      <Goods order={order} />
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="font-semibold">
          <Total order={order} />
        </span>
        <OrderStatusBadge order={order} />
      </p>
      <ParcelStateBadge order={order} />
    </div>
  );
}

function OrderActions({ row: order, of }: { row: Transaction; of: string }) {
  const { orders: words } = useAdminMessages();
  return (
    <div className="flex flex-wrap items-center gap-x-5">
      <Link to={useOrderPath()(order.uuid)} aria-describedby={of} className={buttonClassName("quiet")}>
        {words.open}
      </Link>
      {order.status === "Processed" && (
        <Link to={getCasePath(order.uuid)} aria-describedby={of} className={buttonClassName("quiet")}>
          {words.check}
        </Link>
      )}
      {order.status === "Accepted" && <SendOrdersButton orders={[order]} />}
    </div>
  );
}

/** Without a name nothing useful is known; an ID would not help. */
function Buyer({ id }: { id: string }) {
  const { orders: words } = useAdminMessages();
  return usePersonName(id) ?? <span className="text-muted">{words.nameless}</span>;
}

function Goods({ order: { transactions: lines } }: { order: Transaction }) {
  const { orders: words } = useAdminMessages();
  const [first] = lines;
  if (!first) return null;
  return (
    <span className="flex items-center gap-3">
      {first.image && (
        <Picture url={first.image.url} alt="" sizes="40px" width={40} height={50} className="h-12.5 w-10 shrink-0" />
      )}
      <span className="wrap-anywhere">
        {words.line(formatTitleWithSize(first), first.quantity_to_buy)}
        {lines.length > 1 && <span className="block text-muted">{words.more(lines.length - 1)}</span>}
      </span>
    </span>
  );
}

function Total({ order }: { order: Transaction }) {
  return <span className="whitespace-nowrap tabular-nums">{formatRupiah(getOrderTotal(order))}</span>;
}

function State({ order }: { order: Transaction }) {
  return (
    <>
      <OrderStatusBadge order={order} />
      <ParcelStateBadge order={order} />
    </>
  );
}

/** `payment`, or that of the list, tells a cancelled order from a rejected one. */
export function OrderStatusBadge({ order, payment }: { order: Transaction; payment?: Payment | undefined }) {
  const { transactions: words } = useAdminMessages();
  const listed = useRejectedPayment(order);
  const state = getOrderState(order.status, payment ?? listed);
  return <Badge tone={statusBadgeTones[state]}>{words.statuses[state]}</Badge>;
}

export function OrderAge({ order: { created_at } }: { order: Pick<Transaction, "created_at"> }) {
  return formatTimeAgo(created_at, useLanguage().language);
}
