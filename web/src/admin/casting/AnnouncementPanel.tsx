// Announcing results: a preview of what would be sent, who is missing, the texts, and the button.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { announceResults, previewAnnouncement } from "@/data/casting";
import type { AnnouncementPreview, CastingRound } from "@/data/tables";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Skeleton } from "@/ui/Skeleton";
import { LoadErrorNotice } from "../LoadErrorNotice";
import { AnnouncementTextForm } from "./AnnouncementTextForm";
import { CASTING_QUERY_KEY, useCastingAction } from "./useCasting";

interface AnnouncementPanelProps {
  event: string;
  round: CastingRound;
}

export function AnnouncementPanel({ event, round }: AnnouncementPanelProps) {
  const { casting: words } = useAdminMessages();
  const { data, error, refetch } = useQuery({
    queryKey: [...CASTING_QUERY_KEY, "preview", event, round],
    queryFn: () => previewAnnouncement(event, round),
  });
  const failure = error && <LoadErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return failure ?? <Skeleton className="h-64 w-full" />;
  return (
    <section className="mb-12">
      {failure}
      <h2 className="mb-4 text-2xl">{words.announcement}</h2>
      <p className="text-lg">{words.decided(data.accepted, data.declined)}</p>
      <Missing preview={data} />
      <div className="my-8 grid gap-8 lg:grid-cols-2">
        <AnnouncementTextForm {...{ event, round }} accepted sample={data.texts.accepted} />
        <AnnouncementTextForm {...{ event, round }} accepted={false} sample={data.texts.declined} />
      </div>
      <AnnounceButton {...{ event, round }} preview={data} />
    </section>
  );
}

const lists = ["undecided", "without_slot", "fee_unpaid"] as const;

function Missing({ preview }: { preview: AnnouncementPreview }) {
  const { casting: words } = useAdminMessages();
  return (
    <ul className="mt-4 flex flex-col gap-2 empty:hidden">
      {lists.map((list) => {
        const people = preview[list];
        if (people.length === 0) return null;
        return (
          <li key={list}>
            <details className="border-ornament border-l-2 pl-4">
              <summary className="min-h-11 cursor-pointer content-center font-semibold">
                {words[list]}: {people.length}
              </summary>
              <p className="text-muted">{people.map(({ number, name }) => `${number} ${name}`).join(", ")}</p>
            </details>
          </li>
        );
      })}
    </ul>
  );
}

function AnnounceButton({ event, round, preview }: AnnouncementPanelProps & { preview: AnnouncementPreview }) {
  const { casting: words } = useAdminMessages();
  // What was read before the dialog opened; behind it, the preview may be fetched again.
  const [confirming, setConfirming] = useState<AnnouncementPreview | null>(null);
  const [doneText, setDoneText] = useState<string | null>(null);
  const { run, busy, error } = useCastingAction();
  const previewed = confirming ?? preview;
  const { due } = previewed;
  const people = due.accepted + due.declined;
  const announceNow = () =>
    run(async () => {
      const counts = await announceResults(event, round, previewed);
      setDoneText(words.announced(counts.accepted, counts.declined));
    }).then(() => setConfirming(null));
  return (
    <>
      <p className="mb-4">{people === 0 ? words.nothingDue : words.due(due.accepted, due.declined, due.corrections)}</p>
      <Button disabled={people === 0 || busy} onClick={() => setConfirming(preview)}>
        {words.announce}
      </Button>
      <p role="status" className="mt-3 font-semibold">
        {doneText}
      </p>
      {error && (
        <p role="alert" className="mt-3 text-danger">
          {error}
        </p>
      )}
      <Dialog
        open={confirming !== null}
        title={words.announce}
        closeLabel={words.close}
        onClose={() => setConfirming(null)}
      >
        <p className="mb-6">{words.sure(people)}</p>
        <div className="flex flex-wrap gap-4">
          <Button disabled={busy} onClick={() => void announceNow()}>
            {words.confirm}
          </Button>
          <Button look="outline" onClick={() => setConfirming(null)}>
            {words.cancel}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
