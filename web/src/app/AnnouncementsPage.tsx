// One path, two pages: leaders see every announcement, talents their own.
import { lazy } from "react";
import { getRole, useSession } from "@/data/session";

const AllAnnouncements = lazy(() => import("@/features/leadership/AnnouncementsPage"));
const OwnAnnouncements = lazy(() => import("@/features/auditions/AnnouncementsPage"));

export default function AnnouncementsPage() {
  return getRole(useSession()) === "leadership" ? <AllAnnouncements /> : <OwnAnnouncements />;
}
