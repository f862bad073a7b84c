// Confirms the deletion of an order; errors stay in the dialog.

import type { Transaction } from "@/data/tables";
import { deleteTransaction } from "@/data/transactions";
import { useFormSubmission } from "@/entities/useSubmission";
import { useMessages } from "@/messages/account";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { ErrorList } from "@/ui/ErrorList";
import { useToast } from "@/ui/Toast";

interface DeleteOrderDialogProps {
  /** The order to delete; null while the dialog is closed. */
  transaction: Transaction | null;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteOrderDialog({ transaction, ...form }: DeleteOrderDialogProps) {
  const m = useMessages();
  return (
    <Dialog
      open={transaction !== null}
      title={m.transactions.delete}
      closeLabel={m.common.close}
      onClose={form.onClose}
    >
      {transaction && <Confirmation transaction={transaction} {...form} />}
    </Dialog>
  );
}

type ConfirmationProps = DeleteOrderDialogProps & { transaction: Transaction };

function Confirmation({ transaction, onClose, onDeleted }: ConfirmationProps) {
  const m = useMessages();
  const toast = useToast();
  const { errors, busy, run } = useFormSubmission({
    act: () => deleteTransaction(transaction),
    onDone: () => {
      toast(m.transactions.deleted);
      onDeleted();
    },
    leave: onClose,
  });
  return (
    <>
      <ErrorList errors={errors} />
      <p className="mb-6">{m.transactions.sure}</p>
      {(transaction.status === "Processed" || transaction.status === "Accepted") && (
        <p className="mb-6">{m.transactions.sureUnfinished}</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button disabled={busy} onClick={() => run()}>
          {busy ? m.transactions.deleting : m.transactions.confirm}
        </Button>
        <Button look="outline" onClick={onClose}>
          {m.common.cancel}
        </Button>
      </div>
    </>
  );
}
