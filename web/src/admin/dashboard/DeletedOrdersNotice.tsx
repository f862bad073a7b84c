// Paid orders that were deleted before they were finished; an administrator decides what happens to their stock.

import { useQuery } from "@tanstack/react-query";
import { fetchDeletedOrders } from "@/data/payments";
import { formatOrderNumber } from "@/entities/formatOrderNumber";
import { formatRupiah } from "@/lib/money";
import { useAdminMessages } from "@/messages/admin";
import { DELETED_ORDERS_QUERY_KEY, DeletedOrderDetails } from "../deletedOrders/DeletedOrderDetails";
import { NoticeList } from "./NoticeList";

export function DeletedOrdersNotice() {
  const words = useAdminMessages().deletedOrders;
  const { data } = useQuery({ queryKey: DELETED_ORDERS_QUERY_KEY, queryFn: fetchDeletedOrders });
  return (
    <NoticeList items={data ?? []}>
      {(order) => {
        const args = [formatOrderNumber(order.record), formatRupiah(order.amount ?? 0)] as const;
        return (
          <section className="mb-6 border-danger border-l-2 py-1 pl-4">
            <p>{order.deleted_by === "buyer" ? words.byBuyer(...args) : words.byShop(...args)}</p>
            <DeletedOrderDetails order={order} />
          </section>
        );
      }}
    </NoticeList>
  );
}
