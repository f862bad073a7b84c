// Around the pages of signed-in people: the cache of their own rows, one per person, so that nobody sees another's.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useSession } from "@/data/session";

export default function SignedInLayout({ children }: { children: ReactNode }) {
  const person = useSession().user.id;
  return <CacheOf key={person}>{children}</CacheOf>;
}

function CacheOf({ children }: { children: ReactNode }) {
  const queries = useMemo(newCache, []);
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}

/** Looking at the page again reads again; an answer from the backend is never retried behind the person's back. */
function newCache(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: "always", retry: false } } });
}
