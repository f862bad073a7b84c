// The state of the save queue: how many changes are unsaved, whether they are being retried, or why they were refused.

import { useEffect, useSyncExternalStore } from "react";
import { useMessages } from "@/messages";
import { useCrewMessages } from "@/messages/crew";
import { formatError } from "@/messages/failures";
import { Button } from "@/ui/Button";
import type { SaveQueue } from "./saveQueue";

export function UnsavedChangesNotice({ saves }: { saves: SaveQueue }) {
  const words = useCrewMessages();
  const m = useMessages();
  const { unsaved, isReachable, refusal } = useSyncExternalStore(saves.subscribe, saves.read);
  useEffect(() => {
    if (unsaved === 0) return;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", preventUnload);
    return () => removeEventListener("beforeunload", preventUnload);
  }, [unsaved]);
  return (
    <div className="min-h-6">
      <p role="status" className={isReachable ? "text-muted" : "font-semibold text-danger"}>
        {unsaved > 0 && `${words.unsaved(unsaved)}: ${isReachable ? words.saving : words.tryingAgain}`}
      </p>
      {Boolean(refusal) && (
        <div role="alert" className="flex flex-wrap items-center gap-3 text-danger">
          <span>
            {words.refused} {formatError(refusal, m)}
          </span>
          <Button look="quiet" onClick={saves.retry}>
            {words.saveAgain}
          </Button>
          <Button look="quiet" onClick={saves.discard}>
            {words.discard}
          </Button>
        </div>
      )}
    </div>
  );
}
