// Takes back that an order was sent; what its buyer has been told already, the shop must correct itself. It asks once.

import { useState } from "react";
import { undoSending } from "@/data/parcels";
import { QuestionDialog } from "@/entities/QuestionDialog";
import { useFormSubmission } from "@/entities/useSubmission";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { ErrorList } from "@/ui/ErrorList";
import { useToast } from "@/ui/Toast";
import { useReloadTable } from "../kit/useRows";

interface UndoSendingProps {
  order: string;
  /** The tracking number that is displayed. */
  was: string | null;
  disabled: boolean;
  onUndone: () => void;
}

export function UndoSendingButton({ order, was, disabled, onUndone }: UndoSendingProps) {
  const { sending: words } = useAdminMessages();
  const toast = useToast();
  const reload = useReloadTable("transactions");
  const [asks, setAsks] = useState(false);
  const { busy, errors, run } = useFormSubmission({
    act: () => undoSending(order, was),
    onDone: () => {
      toast(words.sendingUndone);
      void reload();
    },
    leave: onUndone,
  });
  return (
    <div className="mt-3">
      <Button look="quiet" disabled={disabled || busy} onClick={() => setAsks(true)}>
        {words.markUnsent}
      </Button>
      <ErrorList errors={errors} />
      <QuestionDialog
        open={asks}
        title={words.markUnsent}
        question={words.unsentMeans}
        confirm={words.markUnsent}
        onConfirm={run}
        onClose={() => setAsks(false)}
        isRisky
      />
    </div>
  );
}
