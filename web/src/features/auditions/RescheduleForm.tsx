// A request for another appointment, with a reason; an administrator or the next announcement answers it.

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { requestReschedule } from "@/data/myCastings";
import type { EventAnnouncement } from "@/data/tables";
import { ReasonForm } from "@/entities/ReasonForm";
import { useFormSubmission } from "@/entities/useSubmission";
import { useMessages } from "@/messages/account";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { ErrorList } from "@/ui/ErrorList";
import { useToast } from "@/ui/Toast";

interface Props {
  announcement: EventAnnouncement;
}

export function RescheduleForm({ announcement: { announcement_uuid, wish, wished_at } }: Props) {
  const m = useMessages();
  const { casting: words } = m;
  const [open, setOpen] = useState(false);
  return (
    <div>
      {wish && (
        <p className="border-ornament border-l-2 py-1 pl-4">
          {words.asked}
          <span className="block whitespace-pre-line break-words text-muted">{wish}</span>
        </p>
      )}
      {!wish && wished_at && <p className="border-ornament border-l-2 py-1 pl-4">{words.requestDeclined}</p>}
      {wish ? (
        <WithdrawRequest uuid={announcement_uuid} />
      ) : (
        <Button look="quiet" onClick={() => setOpen(true)}>
          {words.ask}
        </Button>
      )}
      <Dialog open={open} title={words.ask} closeLabel={m.common.close} onClose={() => setOpen(false)}>
        <RequestForm uuid={announcement_uuid} onRequested={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}

function WithdrawRequest({ uuid }: { uuid: string }) {
  const { casting: words } = useMessages();
  const queries = useQueryClient();
  const { errors, busy, run } = useFormSubmission<void>({
    act: () => requestReschedule(uuid, null),
    onDone: () => queries.invalidateQueries({ queryKey: ["my auditions"] }),
  });
  return (
    <>
      <ErrorList errors={errors} />
      <Button look="quiet" disabled={busy} onClick={() => run()}>
        {words.takeBack}
      </Button>
    </>
  );
}

function RequestForm({ uuid, onRequested }: { uuid: string; onRequested: () => void }) {
  const { askLead: lead, reason, reasonMissing: missing, send, sent } = useMessages().casting;
  const toast = useToast();
  const queries = useQueryClient();
  const onDone = async () => {
    toast(sent);
    onRequested();
    await queries.invalidateQueries({ queryKey: ["my auditions"] });
  };
  const act = (wish: string) => requestReschedule(uuid, wish);
  return <ReasonForm words={{ lead, reason, missing, send }} maxLength={1000} act={act} onDone={onDone} />;
}
