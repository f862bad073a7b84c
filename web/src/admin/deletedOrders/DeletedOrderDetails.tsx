// The facts kept about a deleted order, its refunds, and the decision about its stock.

import { useQueryClient } from "@tanstack/react-query";
import { type DeletedOrder, settleDeletedOrder } from "@/data/payments";
import { useFormSubmission } from "@/entities/useSubmission";
import { formatDateTime } from "@/lib/dates";
import { formatRupiah } from "@/lib/money";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { ErrorList } from "@/ui/ErrorList";
import { useToast } from "@/ui/Toast";
import { CaseRefunds } from "../review/CaseRefunds";
import { REVIEW_QUERY_KEY } from "../review/reviewQueryKeys";

export const DELETED_ORDERS_QUERY_KEY = [...REVIEW_QUERY_KEY, "deleted orders", "transactions", "payments"] as const;

export function DeletedOrderDetails({ order }: { order: DeletedOrder }) {
  const m = useMessages();
  const { deleted_at, goods, delivery_way: method, keeps_pieces } = order;
  return (
    <>
      <ul className="text-muted">
        {deleted_at && <li>{formatDateTime(deleted_at, m.language)}</li>}
        {goods.map(({ uuid, heading, size, quantity_to_buy }) => (
          <li key={`${uuid} ${size}`}>{[`${quantity_to_buy} × ${heading}`, size].filter(Boolean).join(", ")}</li>
        ))}
        {method && <li>{[method.name, formatRupiah(method.fee)].filter(Boolean).join(", ")}</li>}
      </ul>
      <CaseRefunds payment={order} refunds={order.refunds} />
      {keeps_pieces && <StockDecision order={order} />}
    </>
  );
}

function StockDecision({ order }: { order: DeletedOrder }) {
  const words = useAdminMessages().deletedOrders;
  const toast = useToast();
  const queryClient = useQueryClient();
  const { busy, errors, run } = useFormSubmission<boolean>({
    act: (returnsStock) => settleDeletedOrder(order.record, returnsStock),
    onDone: async () => {
      toast(words.settled);
      await queryClient.invalidateQueries({ queryKey: REVIEW_QUERY_KEY });
    },
  });
  return (
    <div aria-busy={busy}>
      <ErrorList errors={errors} />
      <div className="flex flex-wrap gap-x-6">
        <Button look="quiet" disabled={busy} onClick={() => run(true)}>
          {words.giveBack}
        </Button>
        <Button look="quiet" disabled={busy} onClick={() => run(false)}>
          {words.wereSent}
        </Button>
      </div>
    </div>
  );
}
