// A printed receipt of one of the talent's orders.

import { useQuery } from "@tanstack/react-query";
import { fetchReceipt } from "@/data/receipts";
import { useSession } from "@/data/session";
import { formatOrderNumber } from "@/entities/formatOrderNumber";
import { ReadFailure } from "@/entities/ReadFailure";
import { Receipt } from "@/entities/Receipt";
import { usePrintMessages } from "@/messages/print";
import { PrintView } from "@/ui/PrintView";
import { Redirect, useLocation } from "@/ui/router";
import { Skeleton } from "@/ui/Skeleton";

export default function PrintedReceipt({ uuid }: { uuid: string }) {
  const words = usePrintMessages();
  const { pathname } = useLocation();
  const { email } = useSession().user;
  const { data, error, refetch } = useQuery({
    queryKey: ["my transactions", "receipt", uuid],
    queryFn: () => fetchReceipt(uuid),
  });
  if (error && !data) return <ReadFailure error={error} refetch={refetch} />;
  if (data === null) return <Redirect to={pathname} />;
  return (
    <div className="pt-8 print:p-0">
      <h1 className="pb-6 text-heading print:hidden">{`${words.receipt} ${formatOrderNumber(uuid)}`}</h1>
      <PrintView title={`${words.receipt} ${formatOrderNumber(uuid)}`} words={words} backTo={pathname}>
        {data ? <Receipt {...data} buyer={email} /> : <Skeleton className="h-96 w-full" />}
      </PrintView>
    </div>
  );
}
