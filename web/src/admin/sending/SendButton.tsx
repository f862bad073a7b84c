// Opens the dialog that sends the chosen orders.

import { useState } from "react";
import type { Transaction } from "@/data/tables";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { SendDialog } from "./SendDialog";

export function SendButton({ orders }: { orders: readonly Transaction[] }) {
  const { sending: words } = useAdminMessages();
  // As they were when it was opened, whatever the list shows since.
  const [chosen, setChosen] = useState<readonly Transaction[] | null>(null);
  return (
    <>
      <Button look="quiet" onClick={() => setChosen(orders)}>
        {words.open}
      </Button>
      <SendDialog orders={chosen ?? []} open={chosen !== null} onClose={() => setChosen(null)} />
    </>
  );
}
