// One person's audition result. Without a registration, neither name nor picture is known.

import type { AnnouncementRecipient, AnnouncementWithRegistrant } from "@/data/tables";
import { AnnouncementResultBadge, AnnouncementTimes } from "@/entities/AnnouncementFacts";
import { ComcardPicture } from "@/entities/ComcardPicture";
import { useMessages } from "@/messages/account";

export function AnnouncementCard({ announcement }: { announcement: AnnouncementWithRegistrant }) {
  const heading = `announcement-${announcement.uuid}`;
  return (
    <article aria-labelledby={heading}>
      <Comcard registrant={announcement.registrant} />
      <h2 id={heading} className="mt-5 mb-2 text-heading">
        {announcement.registrant?.name ?? "-"}
      </h2>
      <p className="mb-4">
        <AnnouncementResultBadge announcement={announcement} />
      </p>
      <AnnouncementTimes announcement={announcement} />
    </article>
  );
}

const box = "h-100 w-75 max-w-full";

function Comcard({ registrant }: { registrant: AnnouncementRecipient }) {
  const m = useMessages();
  if (!registrant) return <div className={`${box} bg-tint`} />;
  const { name, comcard_image: image } = registrant;
  return (
    <ComcardPicture
      image={image}
      alt={m.announcements.comcardOf(name)}
      width={300}
      height={400}
      whole
      opens
      className={box}
    />
  );
}
