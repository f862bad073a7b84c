// The link to an order's page, which carries the list's filters in its query.

import type { Transaction } from "@/data/tables";
import { formatOrderNumber } from "@/entities/formatOrderNumber";
import { classNames } from "@/ui/classNames";
import { Link } from "@/ui/Link";
import { useLocation } from "@/ui/router";
import { ORDERS_PATH } from "../screen";

export function useOrderPath(): (uuid: string) => string {
  const { search } = useLocation();
  return (uuid) => `${ORDERS_PATH}/${uuid}${search}`;
}

interface OrderLinkProps {
  order: Pick<Transaction, "uuid">;
  className?: string;
}

export function OrderLink({ order: { uuid }, className }: OrderLinkProps) {
  return (
    <Link
      to={useOrderPath()(uuid)}
      className={classNames(
        "inline-flex min-h-8 items-center font-semibold tabular-nums underline decoration-1 underline-offset-4",
        className,
      )}
    >
      {formatOrderNumber(uuid)}
    </Link>
  );
}
