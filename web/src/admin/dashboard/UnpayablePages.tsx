// Warns about pages that need a payment but have no active payment method.

import { useQuery } from "@tanstack/react-query";
import { useAdminMessages } from "@/messages/admin";
import { Link } from "@/ui/Link";
import { countsKey } from "../kit/useRows";
import { fetchUnpayablePages } from "./tableCounts";

export const unpayableKey = [...countsKey, "unpayable"] as const;

export function UnpayablePages() {
  const a = useAdminMessages();
  const { data } = useQuery({ queryKey: unpayableKey, queryFn: fetchUnpayablePages });
  return data?.map((page) => (
    <p key={page} className="mb-6 border-danger border-l-2 py-1 pl-4">
      {a.payment.noAccount(a.payment.pages[page])}{" "}
      <Link to="/admin/payment-methods" className="inline-flex min-h-11 items-center underline underline-offset-4">
        {a.payment.add}
      </Link>
    </p>
  ));
}
