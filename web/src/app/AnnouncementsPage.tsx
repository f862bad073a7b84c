// One path, two pages: leaders see every announcement, talents their own.
import { lazy } from "react";
import { roleOf, useSession } from "@/data/session";

const AllAnnouncements = lazy(() => import("@/features/leadership/AnnouncementsPage"));
const OwnAnnouncements = lazy(() => import("@/features/auditions/AnnouncementsPage"));

export default function AnnouncementsPage() {
  return roleOf(useSession()) === "leadership" ? <AllAnnouncements /> : <OwnAnnouncements />;
}
