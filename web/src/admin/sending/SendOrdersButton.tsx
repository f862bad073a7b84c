// Opens the dialog that ships the selected orders.

import { useState } from "react";
import type { Transaction } from "@/data/tables";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { SendOrdersDialog } from "./SendOrdersDialog";

export function SendOrdersButton({ orders }: { orders: readonly Transaction[] }) {
  const { sending: words } = useAdminMessages();
  // The selection at the time of opening, unaffected by refetches of the list.
  const [chosen, setChosen] = useState<readonly Transaction[] | null>(null);
  return (
    <>
      <Button look="quiet" onClick={() => setChosen(orders)}>
        {words.open}
      </Button>
      <SendOrdersDialog orders={chosen ?? []} open={chosen !== null} onClose={() => setChosen(null)} />
    </>
  );
}
