// The timeline of an order, and the administrators' internal note.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { fetchOrderNote, saveOrderNote } from "@/data/orderNotes";
import { fetchTimeline } from "@/data/parcels";
import { OrderTimeline } from "@/entities/OrderTimeline";
import { SubmissionError } from "@/entities/submissionError";
import { useFormSubmission } from "@/entities/useSubmission";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { ErrorList } from "@/ui/ErrorList";
import { TextArea } from "@/ui/TextArea";
import { useToast } from "@/ui/Toast";
import { RestoreTextsButton } from "../kit/RestoreTextsButton";
import { useKeptDraft } from "../kit/useKeptDraft";
import { getRowsQueryKey } from "../kit/useRows";
import { LoadErrorNotice } from "../LoadErrorNotice";

const historyKey = (uuid: string) => [...getRowsQueryKey("transactions"), "history", uuid];

export function OrderHistory({ uuid, open = false }: { uuid: string; open?: boolean }) {
  const { data, error, refetch } = useQuery({
    queryKey: historyKey(uuid),
    queryFn: async () => {
      const [events, note] = await Promise.all([fetchTimeline(uuid), fetchOrderNote(uuid)]);
      return { events, note };
    },
  });
  const { sending: words } = useAdminMessages();
  if (error && !data) return <LoadErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <>
      <details className="mt-3" open={open}>
        <summary className="min-h-11 cursor-pointer py-2">{words.history}</summary>
        <OrderTimeline events={data.events} />
      </details>
      <Note key={uuid} uuid={uuid} stored={data.note} />
    </>
  );
}

/** A draft survives a reload and what somebody else saves; it can overwrite that note only after it was shown. */
function Note({ uuid, stored }: { uuid: string; stored: string }) {
  const { sending: words, form } = useAdminMessages();
  const toast = useToast();
  const queryClient = useQueryClient();
  const { draft, keepDraft, discardDrafts, restore } = useKeptDraft<{ text: string }>(`order_notes ${uuid}`);
  const { text = stored, base = stored } = draft ?? {};
  const note = text.trim();
  const { busy, errors, run } = useFormSubmission({
    act: async () => {
      const current = await fetchOrderNote(uuid);
      if (current !== base && current !== note) {
        keepDraft({ text, base: current });
        throw new SubmissionError([form.changed, `${form.storedVersion}: ${current}`]);
      }
      await saveOrderNote(uuid, note);
    },
    onDone: async () => {
      toast(words.noteKept);
      queryClient.setQueryData<{ note: string }>(historyKey(uuid), (cached) => cached && { ...cached, note });
      discardDrafts();
      await queryClient.invalidateQueries({ queryKey: historyKey(uuid) });
    },
  });
  return (
    <div className="mt-3 flex flex-col gap-2">
      <ErrorList errors={errors} />
      <TextArea
        label={words.note}
        maxLength={2000}
        value={text}
        readOnly={busy}
        onChange={({ target: { value } }) => keepDraft(value === stored ? null : { text: value, base })}
      />
      <RestoreTextsButton restore={restore} disabled={busy} />
      <Button look="quiet" className="self-start" disabled={busy || note === stored} onClick={() => run()}>
        {words.keepNote}
      </Button>
    </div>
  );
}
