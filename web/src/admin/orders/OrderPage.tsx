// The page of an order: goods, total, buyer, delivery, payment, history.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OrderReviewCase } from "@/data/reviews";
import type { Transaction } from "@/data/tables";
import { formatOrderNumber } from "@/entities/formatOrderNumber";
import { lazyComponent } from "@/lib/lazyWithPreload";
import { useAdminMessages } from "@/messages/admin";
import { useDocumentTitle } from "@/ui/documentTitle";
import { Icon } from "@/ui/Icon";
import { Link } from "@/ui/Link";
import { useNavigate } from "@/ui/router";
import { Skeleton } from "@/ui/Skeleton";
import { HelpLink } from "../HelpLink";
import { DeleteDialog } from "../kit/DeleteDialog";
import { PeopleContext } from "../kit/people";
import { useOpenRecord } from "../kit/useOpenRecord";
import { useReloadTable } from "../kit/useRows";
import { LoadErrorNotice } from "../LoadErrorNotice";
import { useRequestedPrint } from "../print/printAddress";
import { caseQuery } from "../review/useReviewQueue";
import { ORDERS_PATH } from "../screen";
import { ParcelsProvider } from "../sending/ParcelsProvider";
import { OrderAge, OrderStatusBadge } from "./compactOrderView";
import { OrderActions } from "./OrderActions";
import { OrderDialog } from "./OrderDialog";
import { useOrderPath } from "./OrderLink";
import { OrderSections } from "./OrderSections";
import { orderTableDefinition } from "./orderTableDefinition";
import { useNeighbouringOrders, useNeighbourNavigation } from "./useNeighbouringOrders";

const PrintedOrders = lazyComponent(() => import("../print/PrintedOrders"));

export default function OrderPage({ uuid }: { uuid: string }) {
  const a = useAdminMessages();
  const title = a.transactions.order(formatOrderNumber(uuid));
  useDocumentTitle(title);
  const print = useRequestedPrint();
  const { data, error, refetch } = useQuery(caseQuery(uuid));
  if (print) return <PrintedOrders facts={orderTableDefinition} />;
  return (
    <div className="w-full min-w-0 max-w-4xl">
      <div className="flex justify-between gap-4">
        <Link
          to={`${ORDERS_PATH}${location.search}`}
          className="inline-flex min-h-11 items-center gap-2 underline underline-offset-4"
        >
          <Icon name="left" className="size-4" />
          {a.orders.all}
        </Link>
        <HelpLink />
      </div>
      <h1 tabIndex={-1} className="text-heading outline-none">
        {title}
      </h1>
      {error && !data && <LoadErrorNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <Skeleton className="mt-4 h-96 w-full" />}
      {(data === null || data?.place === "audition_registrations") && <p className="mt-4">{a.orders.missing}</p>}
      {data?.place === "transactions" && <OrderView of={data} />}
    </div>
  );
}

function OrderView({ of }: { of: OrderReviewCase }) {
  const order = of.record;
  const navigate = useNavigate();
  const reload = useReloadTable("transactions");
  const [editing, setEditing] = useOpenRecord<Transaction>(order.uuid);
  const [toDelete, setToDelete] = useState<readonly Transaction[]>([]);
  const neighbours = useNeighbouringOrders(order);
  const people = new Map(of.buyer ? [[order.user_id, of.buyer]] : []);
  return (
    <PeopleContext value={people}>
      <ParcelsProvider rows={[order]}>
        <div {...useNeighbourNavigation(neighbours)}>
          <p className="mt-1 flex flex-wrap items-center gap-x-5">
            <OrderStatusBadge order={order} payment={of.payment} />
            <span className="text-muted">
              <OrderAge order={order} />
            </span>
          </p>
          <OrderActions of={of} onEdit={() => setEditing(order)} onDelete={() => setToDelete([order])} />
          <OrderSections of={of} />
          <nav className="mt-8 flex flex-wrap justify-between gap-x-6 border-line border-t pt-2 print:hidden">
            <NeighbourLink to={neighbours?.newer} towards="newer" />
            <NeighbourLink to={neighbours?.older} towards="older" />
          </nav>
        </div>
        <OrderDialog order={editing} onClose={() => setEditing(null)} />
        <DeleteDialog
          facts={orderTableDefinition}
          rows={toDelete}
          // Not awaited: in the meantime the page would say that the order is missing.
          reload={() => void reload()}
          onClose={() => setToDelete([])}
          onDeleted={() => navigate(`${ORDERS_PATH}${location.search}`)}
        />
      </ParcelsProvider>
    </PeopleContext>
  );
}

function NeighbourLink({ to, towards }: { to: string | null | undefined; towards: "newer" | "older" }) {
  const { orders: words } = useAdminMessages();
  const pathOf = useOrderPath();
  if (!to) return <span />;
  return (
    <Link to={pathOf(to)} className="inline-flex min-h-11 items-center gap-2 underline underline-offset-4">
      {towards === "newer" && <Icon name="left" className="size-4" />}
      {words[towards]}
      {towards === "older" && <Icon name="right" className="size-4" />}
    </Link>
  );
}
