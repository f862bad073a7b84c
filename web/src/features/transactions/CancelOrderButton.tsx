// Cancels an order that is not accepted yet, with a reason; the dialog keeps the reason if it fails.

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { cancelOrder } from "@/data/transactions";
import { ReasonForm } from "@/entities/ReasonForm";
import { useMessages } from "@/messages/account";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { useToast } from "@/ui/Toast";

export function CancelOrderButton({ uuid }: { uuid: string }) {
  const m = useMessages();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="outline" onClick={() => setOpen(true)}>
        {m.cancellation.cancel}
      </Button>
      <Dialog open={open} title={m.cancellation.cancel} closeLabel={m.common.close} onClose={() => setOpen(false)}>
        <CancelForm uuid={uuid} onCancelled={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function CancelForm({ uuid, onCancelled }: { uuid: string; onCancelled: () => void }) {
  const { cancel, done, ...words } = useMessages().cancellation;
  const toast = useToast();
  const queries = useQueryClient();
  const onDone = async () => {
    toast(done);
    onCancelled();
    await queries.invalidateQueries({ queryKey: ["my transactions"] });
  };
  const act = (reason: string) => cancelOrder(uuid, reason);
  return <ReasonForm words={{ ...words, send: cancel }} maxLength={500} act={act} onDone={onDone} />;
}
