// Deleted orders, reconstructed from their payments; the filter is in the URL.

import { useQuery } from "@tanstack/react-query";
import { type DeletedOrder, fetchDeletedOrdersBy } from "@/data/payments";
import type { Payment } from "@/data/tables";
import { formatOrderNumber } from "@/entities/formatOrderNumber";
import { formatRupiah } from "@/lib/money";
import { useAdminMessages } from "@/messages/admin";
import { buttonClassName } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { useSearchParams } from "@/ui/router";
import { Skeleton } from "@/ui/Skeleton";
import { Pagination } from "../kit/Pagination";
import { PeopleContext, PersonName } from "../kit/people";
import { ROWS_PER_PAGE } from "../kit/useListState";
import { fetchNames } from "../kit/useRows";
import { LoadErrorNotice } from "../LoadErrorNotice";
import { DELETED_ORDERS_QUERY_KEY, DeletedOrderDetails } from "./DeletedOrderDetails";

const choices = ["all", "buyer", "shop"] as const;
type Choice = (typeof choices)[number];

export function DeletedOrdersPage() {
  const { deletedOrders: words } = useAdminMessages();
  const [params, setParams] = useSearchParams();
  const by = choices.find((choice) => choice === params.get("deleted")) ?? "all";
  const page = Math.max(1, Number(params.get("page")) || 1);
  const { data, error, refetch } = useQuery({
    queryKey: [...DELETED_ORDERS_QUERY_KEY, by, page],
    queryFn: () => load(by, page),
  });
  const goToPage = (next: number) => setParams(new URLSearchParams({ deleted: by, page: String(next) }));
  return (
    <>
      <nav aria-label={words.title} className="mb-6 flex flex-wrap gap-3">
        <Link to="/admin/transactions" className={buttonClassName("quiet")}>
          {words.back}
        </Link>
        {choices.map((choice) => (
          <Link
            key={choice}
            to={`?deleted=${choice}`}
            aria-current={choice === by ? "page" : undefined}
            className={buttonClassName("outline", "aria-[current=page]:border-text aria-[current=page]:bg-tint")}
          >
            {words.by[choice]}
          </Link>
        ))}
      </nav>
      {error && <LoadErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      {data && (
        <PeopleContext value={data.people}>
          {data.orders.length === 0 && <p className="text-muted">{words.nothing}</p>}
          <ul className="flex flex-col gap-6">
            {data.orders.map((order) => (
              <li key={order.record} className="border-line border-t pt-4">
                <DeletedOrderItem order={order} />
              </li>
            ))}
          </ul>
          <Pagination
            count={data.count}
            page={page}
            pages={Math.max(1, Math.ceil(data.count / ROWS_PER_PAGE))}
            onPage={goToPage}
          />
        </PeopleContext>
      )}
    </>
  );
}

function DeletedOrderItem({ order }: { order: DeletedOrder }) {
  const { deletedOrders: words } = useAdminMessages();
  const { record, user_id, amount, state, deleted_by } = order;
  return (
    <article aria-label={formatOrderNumber(record)}>
      <h2 className="font-sans font-semibold text-base">
        {formatOrderNumber(record)} · {formatRupiah(amount ?? 0)} · {words.states[state]}
      </h2>
      <p>
        <PersonName id={user_id} />
        {deleted_by && `, ${words.deletedBy[deleted_by]}`}
      </p>
      <DeletedOrderDetails order={order} />
    </article>
  );
}

async function load(by: Choice, page: number) {
  const result = await fetchDeletedOrdersBy(
    by === "all" ? null : (by satisfies Payment["deleted_by"]),
    page,
    ROWS_PER_PAGE,
  );
  return { ...result, people: await fetchNames(result.orders) };
}
