// The actions for an order, the next step first.

import { useQuery } from "@tanstack/react-query";
import { fetchParcels } from "@/data/parcels";
import type { OrderReviewCase } from "@/data/reviews";
import { useAdminMessages } from "@/messages/admin";
import { Button, buttonClassName } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { getRowsQueryKey, useReloadTable } from "../kit/useRows";
import { PrintLink } from "../print/PrintLink";
import { getCasePath } from "../review/caseDetails";
import { MarkPackedButton } from "../sending/MarkPackedButton";
import { SendOrdersButton } from "../sending/SendOrdersButton";

interface OrderActionsProps {
  of: OrderReviewCase;
  onEdit: () => void;
  onDelete: () => void;
}

export function OrderActions({ of: { record: order }, onEdit, onDelete }: OrderActionsProps) {
  const a = useAdminMessages();
  const { uuid, status } = order;
  const reload = useReloadTable("transactions");
  const { data: parcels } = useQuery({
    queryKey: [...getRowsQueryKey("transactions"), "shown parcels", [uuid]],
    queryFn: () => fetchParcels([uuid]),
    enabled: status === "Accepted",
  });
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-1 print:hidden">
      {status === "Processed" && (
        <Link to={getCasePath(uuid)} className={buttonClassName("solid")}>
          {a.orders.check}
        </Link>
      )}
      {status === "Accepted" && parcels?.size === 0 && (
        <MarkPackedButton orders={[uuid]} label={a.sending.isNowPacked} onPacked={reload} />
      )}
      {status === "Accepted" && <SendOrdersButton orders={[order]} />}
      <PrintLink look="quiet" paper="receipts" of={uuid}>
        {a.paper.receipt}
      </PrintLink>
      {status === "Accepted" && (
        <PrintLink look="quiet" paper="slips" of={uuid}>
          {a.paper.slip}
        </PrintLink>
      )}
      <Button look="quiet" onClick={onEdit}>
        {a.table.edit}
      </Button>
      <Button look="quiet" onClick={onDelete}>
        {a.table.delete}
      </Button>
    </div>
  );
}
