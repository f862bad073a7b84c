// One address, two pages: leaders see every announcement, talents their own.
import { lazy } from "react";
import { roleOf, useSession } from "@/data/session";

const Everybodys = lazy(() => import("@/features/leadership/AnnouncementsPage"));
const Own = lazy(() => import("@/features/auditions/AnnouncementsPage"));

export default function AnnouncementsPage() {
  return roleOf(useSession()) === "leadership" ? <Everybodys /> : <Own />;
}
