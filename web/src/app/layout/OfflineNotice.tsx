// A banner while the browser is offline.
import { useSyncExternalStore } from "react";
import { useMessages } from "@/messages";

export function OfflineNotice() {
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

function subscribe(onStoreChange: () => void): () => void {
  addEventListener("online", onStoreChange);
  addEventListener("offline", onStoreChange);
  return () => {
    removeEventListener("online", onStoreChange);
    removeEventListener("offline", onStoreChange);
  };
}
