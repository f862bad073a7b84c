// A talent's orders, newest first, refetched on window focus.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "@/data/session";
import type { Transaction } from "@/data/tables";
import { fetchMyTransactions } from "@/data/transactions";
import { ReadFailure } from "@/entities/ReadFailure";
import { lazyComponent } from "@/lib/lazyWithPreload";
import { useMessages } from "@/messages/account";
import { usePageTitle } from "@/ui/documentTitle";
import { PageTitle } from "@/ui/PageTitle";
import { useSearchParams } from "@/ui/router";
import { Skeleton } from "@/ui/Skeleton";
import { DeleteOrderDialog } from "./DeleteOrderDialog";
import { TransactionCard } from "./TransactionCard";

const PrintedReceipt = lazyComponent(() => import("./PrintedReceipt"));

export default function TransactionsPage() {
  const pageTitle = usePageTitle();
  const receipt = useSearchParams()[0].get("receipt");
  return (
    <div className="measure print:max-w-none print:p-0">
      {receipt ? (
        <PrintedReceipt uuid={receipt} />
      ) : (
        <>
          <PageTitle>{pageTitle}</PageTitle>
          <Transactions />
        </>
      )}
    </div>
  );
}

function Transactions() {
  const m = useMessages();
  const userId = useSession().user.id;
  const queryKey = ["my transactions", userId];
  const { data, error, refetch } = useQuery({ queryKey, queryFn: () => fetchMyTransactions(userId) });
  const queryClient = useQueryClient();
  const [toDelete, setToDelete] = useState<Transaction | null>(null);
  const failure = error && <ReadFailure error={error} refetch={refetch} />;
  if (!data) return failure ?? <CardSkeleton />;
  const onDeleted = () => void queryClient.invalidateQueries({ queryKey });
  return (
    <>
      {failure}
      {data.length === 0 && <p className="text-lg">{m.transactions.empty}</p>}
      <ul className="flex flex-col gap-16">
        {data.map((transaction) => (
          <li key={transaction.uuid}>
            <TransactionCard transaction={transaction} onDelete={() => setToDelete(transaction)} />
          </li>
        ))}
      </ul>
      <DeleteOrderDialog transaction={toDelete} onClose={() => setToDelete(null)} onDeleted={onDeleted} />
    </>
  );
}

function CardSkeleton() {
  return (
    <div className="grid gap-8 border-line border-t pt-6 lg:grid-cols-[1fr_18.75rem] lg:gap-16">
      <Skeleton className="h-75 w-full" />
      <Skeleton className="size-75 max-w-full" />
    </div>
  );
}
