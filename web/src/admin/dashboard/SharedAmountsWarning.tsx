// Warns about pending payments with identical amounts.

import { useQuery } from "@tanstack/react-query";
import { fetchSharedAmounts } from "@/data/dashboard";
import { formatRupiah } from "@/lib/money";
import { useAdminMessages } from "@/messages/admin";
import { COUNTS_QUERY_KEY } from "../kit/useRows";

export function SharedAmountsWarning() {
  const a = useAdminMessages();
  const { data } = useQuery({ queryKey: [...COUNTS_QUERY_KEY, "shared amounts"], queryFn: fetchSharedAmounts });
  return data?.map(({ amount, payments }) => (
    <p key={amount} className="mb-6 border-danger border-l-2 py-1 pl-4">
      {a.payment.sharedAmount(payments, formatRupiah(amount))}
    </p>
  ));
}
