// One path, two pages: leaders see every announcement, talents their own.

import { getRole, useSession } from "@/data/session";
import { lazyComponent } from "@/lib/lazyWithPreload";

const AllAnnouncementsPage = lazyComponent(() => import("@/features/leadership/AllAnnouncementsPage"));
const OwnAnnouncementsPage = lazyComponent(() => import("@/features/auditions/OwnAnnouncementsPage"));

export default function AnnouncementsPage() {
  return getRole(useSession()) === "leadership" ? <AllAnnouncementsPage /> : <OwnAnnouncementsPage />;
}
