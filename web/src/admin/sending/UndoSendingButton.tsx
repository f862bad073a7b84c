// Takes back that an order was sent; what its buyer has been told already, the shop must correct itself.

import { undoSending } from "@/data/parcels";
import { useFormSubmission } from "@/entities/useSubmission";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { ErrorList } from "@/ui/ErrorList";
import { useToast } from "@/ui/Toast";
import { useReloadTable } from "../kit/useRows";

export function UndoSendingButton({ order, onUndone }: { order: string; onUndone: () => void }) {
  const { sending: words } = useAdminMessages();
  const toast = useToast();
  const reload = useReloadTable("transactions");
  const { busy, errors, run } = useFormSubmission({
    act: () => undoSending(order),
    onDone: () => {
      toast(words.sendingUndone);
      void reload();
    },
    leave: onUndone,
  });
  return (
    <div className="mt-3">
      <Button look="quiet" disabled={busy} onClick={() => run()}>
        {words.notSentYet}
      </Button>
      <ErrorList errors={errors} />
    </div>
  );
}
