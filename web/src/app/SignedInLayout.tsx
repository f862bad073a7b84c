// Around the pages of signed-in people: the cache of their own rows, one per person, so that nobody sees another's.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useMemo } from "react";
import { Outlet } from "react-router";
import { useSession } from "@/data/session";

export default function SignedInLayout() {
  const person = useSession().user.id;
  return <CacheOf key={person} />;
}

function CacheOf() {
  const queries = useMemo(newCache, []);
  return (
    <QueryClientProvider client={queries}>
      <Outlet />
    </QueryClientProvider>
  );
}

/** Looking at the page again reads again; an answer from the backend is never retried behind the person's back. */
function newCache(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: "always", retry: false } } });
}
