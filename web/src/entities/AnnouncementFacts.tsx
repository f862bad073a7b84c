// An announcement's result, appointment times and timestamps; shown alike to talents and leaders.

import type { AuditionAnnouncement } from "@/data/tables";
import { useMessages } from "@/messages/account";
import { Badge } from "@/ui/Badge";
import { classNames } from "@/ui/classNames";
import { getAnnouncementBadge } from "./announcement";
import { DateTimeText } from "./DateTimeText";

export function AnnouncementResultBadge({ announcement }: { announcement: AuditionAnnouncement }) {
  const { tone, word } = getAnnouncementBadge(announcement.audition_status, useMessages());
  return <Badge tone={tone}>{word}</Badge>;
}

export function AnnouncementTimes({ announcement }: { announcement: AuditionAnnouncement }) {
  const { announcements: m } = useMessages();
  return (
    <dl className="border-line border-t">
      <Fact name={m.trainingTime} moment={announcement.training_time} />
      <Fact name={m.rehearsalTime} moment={announcement.rehearsal_time} />
      <Fact name={m.auditionTime} moment={announcement.audition_time} />
      <Fact name={m.createdAt} moment={announcement.created_at} className="text-caption" />
      <Fact name={m.updatedAt} moment={announcement.updated_at} className="text-caption" />
    </dl>
  );
}

function Fact({ name, moment, className }: { name: string; moment: string | null; className?: string }) {
  return (
    <div
      className={classNames(
        "flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b py-2",
        className,
      )}
    >
      <dt className="text-muted">{name}</dt>
      <dd className="tabular-nums">
        <DateTimeText moment={moment} />
      </dd>
    </div>
  );
}
