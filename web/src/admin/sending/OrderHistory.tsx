// What happened with the order that is open, and what administrators note about it for themselves.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { orderNoteOf, saveOrderNote } from "@/data/orderNotes";
import { timelineOf } from "@/data/parcels";
import { OrderTimeline } from "@/entities/OrderTimeline";
import { useSubmission } from "@/entities/useSubmission";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { ErrorList } from "@/ui/ErrorList";
import { TextArea } from "@/ui/TextArea";
import { useToast } from "@/ui/Toast";
import { rowsKey } from "../kit/useRows";
import { ReadFailure } from "../ReadFailure";

export function OrderHistory({ uuid, open = false }: { uuid: string; open?: boolean }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...rowsKey("transactions"), "history", uuid],
    queryFn: async () => {
      const [events, note] = await Promise.all([timelineOf(uuid), orderNoteOf(uuid)]);
      return { events, note };
    },
  });
  const { sending: words } = useAdminMessages();
  if (error && !data) return <ReadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <>
      <details className="mt-3" open={open}>
        <summary className="min-h-11 cursor-pointer py-2">{words.history}</summary>
        <OrderTimeline events={data.events} />
      </details>
      <Note key={data.note} uuid={uuid} stored={data.note} />
    </>
  );
}

function Note({ uuid, stored }: { uuid: string; stored: string }) {
  const { sending: words } = useAdminMessages();
  const toast = useToast();
  const queries = useQueryClient();
  const [note, setNote] = useState(stored);
  const { busy, errors, run } = useSubmission({
    act: () => saveOrderNote(uuid, note.trim()),
    onDone: async () => {
      toast(words.noteKept);
      await queries.invalidateQueries({ queryKey: [...rowsKey("transactions"), "history", uuid] });
    },
  });
  return (
    <div className="mt-3 flex flex-col gap-2">
      <ErrorList errors={errors} />
      <TextArea label={words.note} maxLength={2000} value={note} onChange={(event) => setNote(event.target.value)} />
      <Button look="quiet" className="self-start" disabled={busy || note.trim() === stored} onClick={() => run()}>
        {words.keepNote}
      </Button>
    </div>
  );
}
