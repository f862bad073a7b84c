// Around the pages of signed-in people: the cache of their own rows, one per person, so that nobody sees another's, read
// again when something changed, and the service worker, which notifications need.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo } from "react";
import { useSession } from "@/data/session";
import { serviceWorker } from "@/lib/serviceWorker";
import { useQueryInvalidation } from "./useQueryInvalidation";

export default function SignedInLayout({ children }: { children: ReactNode }) {
  const person = useSession().user.id;
  useEffect(registerWhenIdle, []);
  return <CacheOf key={person}>{children}</CacheOf>;
}

function CacheOf({ children }: { children: ReactNode }) {
  const queries = useMemo(newCache, []);
  useQueryInvalidation(queries);
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}

/** Looking at the page again reads again; an answer from the backend is never retried behind the person's back. */
function newCache(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: "always", retry: false } } });
}

function registerWhenIdle(): void {
  const register = () => void serviceWorker().catch(console.warn);
  if ("requestIdleCallback" in globalThis) requestIdleCallback(register);
  else setTimeout(register, 2_000);
}
