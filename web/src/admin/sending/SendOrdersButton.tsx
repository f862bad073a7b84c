// Opens the dialog that ships the selected orders, or changes the tracking number of one that was sent.

import { useState } from "react";
import type { Transaction } from "@/data/tables";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { useParcel } from "./ParcelsProvider";
import { SendOrdersDialog } from "./SendOrdersDialog";

export function SendOrdersButton({ orders }: { orders: readonly Transaction[] }) {
  const { sending: words } = useAdminMessages();
  const parcel = useParcel(orders.length === 1 ? orders[0] : undefined);
  // The selection at the time of opening, unaffected by refetches of the list.
  const [chosen, setChosen] = useState<readonly Transaction[] | null>(null);
  return (
    <>
      <Button look="quiet" onClick={() => setChosen(orders)}>
        {parcel?.sent_at ? words.change : words.open}
      </Button>
      <SendOrdersDialog
        title={parcel?.sent_at ? words.change : words.title}
        orders={chosen ?? []}
        open={chosen !== null}
        onClose={() => setChosen(null)}
      />
    </>
  );
}
