// Stands where a page is still being built, and says so.
import { useLocation } from "react-router";
import { useMessages } from "@/messages";
import { ownRoutes } from "./routes";

export default function UpcomingPage() {
  const m = useMessages();
  const { pathname } = useLocation();
  const route = ownRoutes.find(({ path }) => path === pathname);
  return (
    <section className="mx-auto max-w-6xl px-4 py-10">
      <h1>{route?.title(m)}</h1>
      <p>{m.common.comingSoon}</p>
    </section>
  );
}
