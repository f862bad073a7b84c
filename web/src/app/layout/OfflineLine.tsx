// Says that there is no network as soon as it is gone: what was loaded still shows, the rest comes by itself.
import { useSyncExternalStore } from "react";
import { useMessages } from "@/messages";

export function OfflineLine() {
  const { offline } = useMessages().failures;
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  if (isOnline) return null;
  return (
    <p role="status" className="pointer-events-none fixed inset-x-0 top-0 z-50 bg-cloth text-center text-on-cloth">
      {offline}
    </p>
  );
}

function subscribe(changed: () => void): () => void {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
}
