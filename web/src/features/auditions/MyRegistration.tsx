// The registration that counts, the newest: how it stands, what comes next, and what was sent.

import type { ReactNode } from "react";
import { comcardImage, feeImage } from "@/data/auditions";
import type { AuditionAnnouncement, AuditionRegistration, Review } from "@/data/tables";
import { AnnouncementVerdict } from "@/entities/AnnouncementFacts";
import { Moment } from "@/entities/Moment";
import { PersonalPicture } from "@/entities/PersonalPicture";
import { useMessages } from "@/messages/account";
import { Badge } from "@/ui/Badge";

interface Props {
  registration: AuditionRegistration;
  /** Newest first. */
  announcements: readonly AuditionAnnouncement[];
  /** Of the fee; missing while it waits. */
  review: Review | undefined;
}

export function MyRegistration({ registration, announcements, review }: Props) {
  const { registration: words } = useMessages();
  const answer = announcements.find(({ created_at }) => Date.parse(created_at) >= Date.parse(registration.created_at));
  const next = review ? ({ accepted: "nextPaid", rejected: "nextUnpaid" } as const)[review.decision] : "nextWaiting";
  const accepted = answer?.audition_status ? words.nextAccepted : words.nextRejected;
  return (
    <section aria-labelledby="my-registration" className="mb-14 border-text border-t pt-5">
      <header className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="my-registration" className="text-heading">
          {words.mine}
        </h2>
        {answer ? <AnnouncementVerdict announcement={answer} /> : <FeeState review={review} />}
      </header>
      {!answer && review?.reason && (
        <p className="mb-3 whitespace-pre-line border-danger border-l-2 py-1 pl-4">{review.reason}</p>
      )}
      <p className="mb-6 max-w-prose text-lg">{answer ? accepted : words[next]}</p>
      <Sent registration={registration} />
    </section>
  );
}

function FeeState({ review }: Pick<Props, "review">) {
  const { registration: words } = useMessages();
  if (!review) return <Badge tone="amber">{words.waiting}</Badge>;
  const isPaid = review.decision === "accepted";
  return <Badge tone={isPaid ? "green" : "red"}>{isPaid ? words.paid : words.unpaid}</Badge>;
}

const texts = ["name", "place_and_date_of_birth", "address", "age", "body_weight", "height"] as const;
const pictures = [comcardImage, feeImage];

function Sent({ registration }: Pick<Props, "registration">) {
  const { fields } = useMessages().registration;
  const { registration: words } = useMessages();
  return (
    <dl className="grid gap-x-12 sm:grid-cols-2">
      <Fact name={words.sentOn}>
        <Moment moment={registration.created_at} />
      </Fact>
      {texts.map((column) => (
        <Fact key={column} name={fields[column]}>
          {registration[column]}
        </Fact>
      ))}
      {pictures.map(({ column, folder }) => (
        <Fact key={column} name={fields[column]}>
          <PersonalPicture
            folder={folder}
            image={registration[column]}
            alt={fields[column]}
            width={96}
            height={128}
            whole
            opens
            missing={words.noLongerThere}
            className="h-32 w-24"
          />
        </Fact>
      ))}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-x-4 border-line border-b py-2">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 whitespace-pre-line break-words text-right tabular-nums">{children}</dd>
    </div>
  );
}
