// What announcing would do now, what is missing, what each group will read; and the one button that does it.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { announce, previewAnnouncement } from "@/data/casting";
import type { AnnouncementPreview, CastingRound } from "@/data/tables";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Skeleton } from "@/ui/Skeleton";
import { ReadFailure } from "../ReadFailure";
import { GroupText } from "./GroupText";
import { CASTING_KEY, useCastingAction } from "./useCasting";

interface AnnouncingProps {
  event: string;
  round: CastingRound;
}

export function Announcing({ event, round }: AnnouncingProps) {
  const { casting: words } = useAdminMessages();
  const { data, error, refetch } = useQuery({
    queryKey: [...CASTING_KEY, "preview", event, round],
    queryFn: () => previewAnnouncement(event, round),
  });
  const failure = error && <ReadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return failure ?? <Skeleton className="h-64 w-full" />;
  return (
    <section className="mb-12">
      {failure}
      <h2 className="mb-4 text-2xl">{words.announcement}</h2>
      <p className="text-lg">{words.decided(data.accepted, data.declined)}</p>
      <Missing preview={data} />
      <div className="my-8 grid gap-8 lg:grid-cols-2">
        <GroupText {...{ event, round }} accepted sample={data.texts.accepted} />
        <GroupText {...{ event, round }} accepted={false} sample={data.texts.declined} />
      </div>
      <Announce {...{ event, round }} due={data.due} />
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

function Announce({ event, round, due }: AnnouncingProps & { due: AnnouncementPreview["due"] }) {
  const { casting: words } = useAdminMessages();
  const [asks, setAsks] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const { act, busy, error } = useCastingAction();
  const people = due.accepted + due.declined;
  const announceNow = () =>
    act(async () => {
      const counted = await announce(event, round, due);
      setDone(words.announced(counted.accepted, counted.declined));
    }).then(() => setAsks(false));
  return (
    <>
      <p className="mb-4">{people === 0 ? words.nothingDue : words.due(due.accepted, due.declined, due.corrections)}</p>
      <Button disabled={people === 0 || busy} onClick={() => setAsks(true)}>
        {words.announce}
      </Button>
      <p role="status" className="mt-3 font-semibold">
        {done}
      </p>
      {error && (
        <p role="alert" className="mt-3 text-danger">
          {error}
        </p>
      )}
      <Dialog open={asks} title={words.announce} closeLabel={words.close} onClose={() => setAsks(false)}>
        <p className="mb-6">{words.sure(people)}</p>
        <div className="flex flex-wrap gap-4">
          <Button disabled={busy} onClick={() => void announceNow()}>
            {words.confirm}
          </Button>
          <Button look="outline" onClick={() => setAsks(false)}>
            {words.cancel}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
