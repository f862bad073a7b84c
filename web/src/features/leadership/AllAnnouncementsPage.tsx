// All announcements with name and comp card, refetched on window focus.

import { useQuery } from "@tanstack/react-query";
import { fetchAllAnnouncements } from "@/data/auditions";
import { ReadFailure } from "@/entities/ReadFailure";
import { useMessages } from "@/messages/account";
import { usePageTitle } from "@/ui/documentTitle";
import { PageTitle } from "@/ui/PageTitle";
import { Skeleton } from "@/ui/Skeleton";
import { AnnouncementCard } from "./AnnouncementCard";

export default function AllAnnouncementsPage() {
  const pageTitle = usePageTitle();
  const m = useMessages();
  return (
    <div className="measure">
      <PageTitle lead={m.announcements.zone}>{pageTitle}</PageTitle>
      <Announcements />
    </div>
  );
}

function Announcements() {
  const m = useMessages();
  const { data, error, refetch } = useQuery({ queryKey: ["all announcements"], queryFn: fetchAllAnnouncements });
  if (error && !data) return <ReadFailure error={error} refetch={refetch} />;
  if (!data) return <Skeleton className="h-100 w-75 max-w-full" />;
  if (data.length === 0) return <p className="text-lg">{m.announcements.emptyForLeaders}</p>;
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(18.75rem,100%),1fr))] gap-x-12 gap-y-16">
      {data.map((announcement) => (
        <li key={announcement.uuid}>
          <AnnouncementCard announcement={announcement} />
        </li>
      ))}
    </ul>
  );
}
