// One path, two pages: leaders see every announcement, talents their own.
import { lazy } from "react";
import { getRole, useSession } from "@/data/session";

const AllAnnouncementsPage = lazy(() => import("@/features/leadership/AllAnnouncementsPage"));
const OwnAnnouncementsPage = lazy(() => import("@/features/auditions/OwnAnnouncementsPage"));

export default function AnnouncementsPage() {
  return getRole(useSession()) === "leadership" ? <AllAnnouncementsPage /> : <OwnAnnouncementsPage />;
}
