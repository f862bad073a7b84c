// The payments of the rejected orders on the page, loaded in one query: they tell which of them were cancelled.

import { useQuery } from "@tanstack/react-query";
import { createContext, type PropsWithChildren, use } from "react";
import { fetchPayments, type PaymentsByRecord } from "@/data/payments";
import type { Payment, Transaction } from "@/data/tables";
import { getRowsQueryKey } from "../kit/useRows";

const noPayments: PaymentsByRecord = new Map();
const RejectedPaymentsContext = createContext(noPayments);

export function RejectedPaymentsProvider({ rows, children }: PropsWithChildren<{ rows: readonly Transaction[] }>) {
  const uuids = rows.filter(({ status }) => status === "Rejected").map(({ uuid }) => uuid);
  const { data = noPayments } = useQuery({
    queryKey: [...getRowsQueryKey("transactions"), "rejected payments", uuids],
    queryFn: () => fetchPayments("transactions", uuids),
    enabled: uuids.length > 0,
  });
  return <RejectedPaymentsContext value={data}>{children}</RejectedPaymentsContext>;
}

/** Undefined outside of the list, and until it is loaded. */
export function useRejectedPayment(order: Transaction): Payment | undefined {
  return use(RejectedPaymentsContext).get(order.uuid);
}
