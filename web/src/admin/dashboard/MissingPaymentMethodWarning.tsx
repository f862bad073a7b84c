// Warns about pages that need a payment but have no active payment method.

import { useQuery } from "@tanstack/react-query";
import { useAdminMessages } from "@/messages/admin";
import { Link } from "@/ui/Link";
import { COUNTS_QUERY_KEY } from "../kit/useRows";
import { fetchUnpayablePages } from "./tableCounts";

export const UNPAYABLE_PAGES_QUERY_KEY = [...COUNTS_QUERY_KEY, "unpayable"] as const;

export function MissingPaymentMethodWarning() {
  const a = useAdminMessages();
  const { data } = useQuery({ queryKey: UNPAYABLE_PAGES_QUERY_KEY, queryFn: fetchUnpayablePages });
  return data?.map((page) => (
    <p key={page} className="mb-6 border-danger border-l-2 py-1 pl-4">
      {a.payment.noAccount(a.payment.pages[page])}{" "}
      <Link to="/admin/payment-methods" className="inline-flex min-h-11 items-center underline underline-offset-4">
        {a.payment.add}
      </Link>
    </p>
  ));
}
