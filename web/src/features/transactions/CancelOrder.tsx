// The buyer cancels an order that was not accepted yet, and says why; a failure keeps what was written.

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { cancelOrder } from "@/data/transactions";
import { textOf } from "@/entities/entry";
import { type Checked, useSubmission } from "@/entities/useSubmission";
import { useMessages } from "@/messages/account";
import { Button } from "@/ui/Button";
import { Dialog, DialogFooter } from "@/ui/Dialog";
import { ErrorList } from "@/ui/ErrorList";
import { TextArea } from "@/ui/TextArea";
import { useToast } from "@/ui/Toast";

export function CancelOrder({ uuid }: { uuid: string }) {
  const m = useMessages();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="outline" onClick={() => setOpen(true)}>
        {m.cancellation.cancel}
      </Button>
      <Dialog open={open} title={m.cancellation.cancel} closeLabel={m.common.close} onClose={() => setOpen(false)}>
        <ReasonForm uuid={uuid} onCancelled={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function ReasonForm({ uuid, onCancelled }: { uuid: string; onCancelled: () => void }) {
  const words = useMessages().cancellation;
  const toast = useToast();
  const queries = useQueryClient();
  const { errors, busy, onSubmit } = useSubmission<string>({
    check: reasonIn,
    act: (reason) => cancelOrder(uuid, reason),
    onDone: async () => {
      toast(words.done);
      onCancelled();
      await queries.invalidateQueries({ queryKey: ["my transactions"] });
      // The button that the dialog gives the focus back to is gone.
      document.querySelector<HTMLElement>("h1")?.focus();
    },
  });
  function reasonIn(entered: FormData): Checked<string> {
    const reason = textOf(entered, "reason").trim();
    return reason ? { values: reason } : { errors: [words.missing], invalid: new Set(["reason"]) };
  }
  return (
    <form noValidate onSubmit={onSubmit} aria-busy={busy} className="flex flex-col gap-5">
      <ErrorList errors={errors} />
      <p>{words.lead}</p>
      <TextArea label={words.reason} name="reason" rows={3} maxLength={500} />
      <DialogFooter>
        <Button type="submit" disabled={busy}>
          {words.cancel}
        </Button>
      </DialogFooter>
    </form>
  );
}
