// The layout of pages for signed-in users: a query cache per user, so that no rows leak to the next one, its
// invalidation, and the service worker that notifications need.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo } from "react";
import { useSession } from "@/data/session";
import { registerServiceWorker } from "@/lib/serviceWorker";
import { useRefetchOnChanges } from "./useRefetchOnChanges";

export default function SignedInLayout({ children }: { children: ReactNode }) {
  const userId = useSession().user.id;
  useEffect(registerWhenIdle, []);
  return <QueryCache key={userId}>{children}</QueryCache>;
}

function QueryCache({ children }: { children: ReactNode }) {
  const queryClient = useMemo(createQueryClient, []);
  useRefetchOnChanges(queryClient);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

/** Refetches on window focus; errors are shown rather than retried silently. */
function createQueryClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: "always", retry: false } } });
}

function registerWhenIdle(): void {
  const register = () => void registerServiceWorker().catch(console.warn);
  if ("requestIdleCallback" in globalThis) requestIdleCallback(register);
  else setTimeout(register, 2_000);
}
