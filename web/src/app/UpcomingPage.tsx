// Stands where a page is still being built, and says so.
import { useLocation } from "react-router";
import { useMessages } from "@/messages";
import { PageTitle } from "@/ui/PageTitle";
import { ownRoutes } from "./routes";

export default function UpcomingPage() {
  const m = useMessages();
  const { pathname } = useLocation();
  const route = ownRoutes.find(({ path }) => path === pathname);
  return (
    <section className="measure">
      <PageTitle lead={m.common.comingSoon}>{route?.title(m)}</PageTitle>
    </section>
  );
}
