// Opens the dialog that sends the chosen orders.

import { useState } from "react";
import type { Transaction } from "@/data/tables";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { SendDialog } from "./SendDialog";

export function SendButton({ orders }: { orders: readonly Transaction[] }) {
  const { sending: words } = useAdminMessages();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      <SendDialog orders={orders} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
