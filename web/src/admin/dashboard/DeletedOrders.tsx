// Paid orders that were deleted before they were finished: what becomes of their pieces is for a person to say.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type DeletedOrder, deletedOrders, settleDeletedOrder } from "@/data/payments";
import { orderNumber } from "@/entities/orderNumber";
import { useSubmission } from "@/entities/useSubmission";
import { dateInWords } from "@/lib/dates";
import { rupiah } from "@/lib/money";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { ErrorList } from "@/ui/ErrorList";
import { useToast } from "@/ui/Toast";
import { countsKey } from "../kit/useRows";

const deletedKey = [...countsKey, "deleted orders"] as const;

export function DeletedOrders() {
  const { data } = useQuery({ queryKey: deletedKey, queryFn: deletedOrders });
  return data?.map((order) => <DeletedOrderNote key={order.record} order={order} />);
}

function DeletedOrderNote({ order }: { order: DeletedOrder }) {
  const m = useMessages();
  const words = useAdminMessages().deletedOrders;
  const toast = useToast();
  const queries = useQueryClient();
  const { busy, errors, run } = useSubmission<boolean>({
    act: (givesBack) => settleDeletedOrder(order.record, givesBack),
    onDone: async () => {
      toast(words.settled);
      await queries.invalidateQueries({ queryKey: deletedKey });
    },
  });
  const about = [orderNumber(order.record), rupiah(order.amount ?? 0)] as const;
  return (
    <section className="mb-6 border-danger border-l-2 py-1 pl-4" aria-busy={busy}>
      <p>{order.deleted_by === "buyer" ? words.byBuyer(...about) : words.byShop(...about)}</p>
      <ul className="text-muted">
        {order.deleted_at && <li>{dateInWords(order.deleted_at, m.language)}</li>}
        {order.goods.map(({ uuid, heading, size, quantity_to_buy }) => (
          <li key={`${uuid} ${size}`}>{[`${quantity_to_buy} × ${heading}`, size].filter(Boolean).join(", ")}</li>
        ))}
      </ul>
      <ErrorList errors={errors} />
      <div className="flex flex-wrap gap-x-6">
        <Button look="quiet" disabled={busy} onClick={() => run(true)}>
          {words.giveBack}
        </Button>
        <Button look="quiet" disabled={busy} onClick={() => run(false)}>
          {words.wereSent}
        </Button>
      </div>
    </section>
  );
}
