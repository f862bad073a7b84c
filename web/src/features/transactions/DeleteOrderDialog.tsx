// Confirms the deletion of an order; buttons are disabled while it runs, and errors stay in the dialog.

import { useMutation } from "@tanstack/react-query";
import type { Transaction } from "@/data/tables";
import { deleteTransaction } from "@/data/transactions";
import { useMessages } from "@/messages/account";
import { formatError } from "@/messages/failures";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { useToast } from "@/ui/Toast";

interface DeleteOrderDialogProps {
  /** The order to delete; null while the dialog is closed. */
  transaction: Transaction | null;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteOrderDialog({ transaction, onClose, onDeleted }: DeleteOrderDialogProps) {
  const m = useMessages();
  const toast = useToast();
  const deletion = useMutation({
    mutationFn: deleteTransaction,
    onSuccess: () => {
      toast(m.transactions.deleted);
      close();
      onDeleted();
    },
  });
  function close() {
    deletion.reset();
    onClose();
  }
  return (
    <Dialog open={transaction !== null} title={m.transactions.delete} closeLabel={m.common.close} onClose={close}>
      {deletion.error && (
        <p role="alert" className="mb-4 whitespace-pre-line text-danger">
          - {formatError(deletion.error, m)}
        </p>
      )}
      <p className="mb-6">{m.transactions.sure}</p>
      {(transaction?.status === "Processed" || transaction?.status === "Accepted") && (
        <p className="mb-6">{m.transactions.sureUnfinished}</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button disabled={deletion.isPending} onClick={() => transaction && deletion.mutate(transaction)}>
          {deletion.isPending ? m.transactions.deleting : m.transactions.confirm}
        </Button>
        <Button look="outline" onClick={close}>
          {m.common.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
