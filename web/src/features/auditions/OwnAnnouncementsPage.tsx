// A talent's registrations and announcements, newest first; refetched on window focus.

import { useQuery } from "@tanstack/react-query";
import { fetchAuditions } from "@/data/auditions";
import type { MyCasting } from "@/data/myCastings";
import { useSession } from "@/data/session";
import type { AuditionAnnouncement } from "@/data/tables";
import { AnnouncementResultBadge, AnnouncementTimes } from "@/entities/AnnouncementFacts";
import { getEventStatus } from "@/entities/castingEvent";
import { getKeptAmount } from "@/entities/keptAmount";
import { ReadFailure } from "@/entities/ReadFailure";
import { useMessages } from "@/messages/account";
import { CopyButton } from "@/ui/CopyButton";
import { usePageTitle } from "@/ui/documentTitle";
import { PageTitle } from "@/ui/PageTitle";
import { Skeleton } from "@/ui/Skeleton";
import { CastingDetails } from "./CastingDetails";
import { MyRegistrationCard, type Registered } from "./MyRegistrationCard";

export default function OwnAnnouncementsPage() {
  const pageTitle = usePageTitle();
  const m = useMessages();
  const userId = useSession().user.id;
  return (
    <div className="measure">
      <PageTitle lead={m.announcements.zone}>{pageTitle}</PageTitle>
      <UserId id={userId} />
      <Auditions userId={userId} />
    </div>
  );
}

/** The ID by which administrators find this user. */
function UserId({ id }: { id: string }) {
  const m = useMessages();
  const label = m.announcements.userId;
  return (
    <p className="mb-10 flex flex-wrap items-center gap-x-3">
      <span className="eyebrow text-muted">{label}</span>
      <span className="flex min-w-0 items-center gap-1">
        <span className="break-all tabular-nums">{id}</span>
        <CopyButton text={id} label={m.payment.copy(label)} copiedLabel={m.payment.copied(label)} />
      </span>
    </p>
  );
}

function Auditions({ userId }: { userId: string }) {
  const m = useMessages();
  const { data, error, refetch } = useQuery({
    queryKey: ["my auditions", userId],
    queryFn: () => fetchAuditions(userId),
  });
  const failure = error && <ReadFailure error={error} refetch={refetch} />;
  if (!data) return failure ?? <Skeleton className="h-80 max-w-md" />;
  const { announcements, registrations, payments, refunds, castings } = data;
  const isOfAnother = (registration: string, { uuid }: AuditionAnnouncement) =>
    castings.some((casting) => casting.uuid !== registration && findAnnounced(casting, uuid));
  const cards = registrations.map((registration): Registered => {
    const { uuid, created_at } = registration;
    const answer = announcements.find(
      (announcement) =>
        !isOfAnother(uuid, announcement) && Date.parse(announcement.created_at) >= Date.parse(created_at),
    );
    const casting = castings.find((one) => one.uuid === uuid);
    const payment = payments.get(uuid);
    // An answer says nothing about a fee, nor does that of an event about the payment.
    const isFeeOpen = !answer || !!casting?.event_announcements.length || typeof payment?.total === "number";
    const paidBack = refunds.filter(({ record }) => record === uuid);
    return { registration, answer, payment, isFeeOpen, refunds: paidBack, casting };
  });
  const shown = cards.filter((card, index) => index === 0 || isCurrent(card));
  return (
    <>
      {failure}
      {shown.map((card) => (
        <MyRegistrationCard key={card.registration.uuid} {...card} isOneOfSeveral={shown.length > 1} />
      ))}
      {announcements.length === 0 && <p className="text-lg">{m.announcements.empty}</p>}
      <ul className="grid gap-x-12 gap-y-14 md:grid-cols-2 xl:grid-cols-3">
        {announcements.map((announcement) => (
          <li key={announcement.uuid}>
            <Card announcement={announcement} castings={castings} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Its event is not over, or its fee is not settled. */
function isCurrent({ casting, payment, isFeeOpen, refunds }: Registered): boolean {
  const isRefunded = getKeptAmount(payment, refunds) === 0;
  const isUnsettled = payment?.state === "waiting" || (payment?.state === "rejected" && !isRefunded);
  return (
    (isFeeOpen && isUnsettled) || (!!casting?.events && getEventStatus(casting.events, Date.now()).status !== "over")
  );
}

const findAnnounced = ({ event_announcements: announced }: MyCasting, announcement: string) =>
  announced.find(({ announcement_uuid }) => announcement_uuid === announcement);

interface CardProps {
  announcement: AuditionAnnouncement;
  castings: readonly MyCasting[];
}

/** An announcement, with its casting if it has one. */
function Card({ announcement, castings }: CardProps) {
  const [found] = castings.flatMap((casting) => {
    const entry = findAnnounced(casting, announcement.uuid);
    return entry ? [{ casting, announcement: entry }] : [];
  });
  const heading = `announcement-${announcement.uuid}`;
  return (
    <article aria-labelledby={heading} className="border-text border-t pt-5">
      <h2 id={heading} className="mb-4 font-sans">
        <AnnouncementResultBadge announcement={announcement} />
      </h2>
      <AnnouncementTimes announcement={announcement} />
      {found && <CastingDetails {...found} />}
    </article>
  );
}
