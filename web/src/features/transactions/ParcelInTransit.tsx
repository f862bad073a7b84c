// A parcel in transit: courier, tracking number and link, and a button to confirm its arrival, which asks once.

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { markArrived } from "@/data/parcels";
import type { Parcel } from "@/data/tables";
import { QuestionDialog } from "@/entities/QuestionDialog";
import { buildTrackingUrl } from "@/entities/tracking";
import { useFormSubmission } from "@/entities/useSubmission";
import { useMessages } from "@/messages/account";
import { Button, buttonClassName } from "@/ui/Button";
import { CopyButton } from "@/ui/CopyButton";
import { ErrorList } from "@/ui/ErrorList";
import { useToast } from "@/ui/Toast";

export function ParcelInTransit({ parcel, isToCollect }: { parcel: Parcel; isToCollect: boolean }) {
  const m = useMessages();
  const words = m.parcel;
  const toast = useToast();
  const queries = useQueryClient();
  const [asks, setAsks] = useState(false);
  const { busy, errors, run } = useFormSubmission({
    act: () => markArrived(parcel.order_uuid),
    onDone: async () => {
      toast(words.thanks);
      await queries.invalidateQueries({ queryKey: ["my transactions"] });
    },
  });
  const { courier, tracking_number: number } = parcel;
  const state = isToCollect ? words.ready : words.onItsWay;
  const arrived = isToCollect ? words.collected : words.arrived;
  const trackingUrl = buildTrackingUrl(parcel);
  return (
    <section aria-label={state} className="basis-full border-ornament border-l-2 py-1 pl-4">
      <p>
        <strong>{state}</strong> · {courier}
        {number && (
          <>
            {" · "}
            <span className="break-all tabular-nums">{number}</span>{" "}
            <CopyButton text={number} label={words.copy} copiedLabel={words.copied} />
          </>
        )}
      </p>
      <ErrorList errors={errors} />
      <p className="mt-2 flex flex-wrap gap-3">
        {trackingUrl && (
          <a href={trackingUrl} target="_blank" rel="noreferrer" className={buttonClassName("outline")}>
            {words.track}
            <span className="sr-only"> ({m.footer.opensInNewTab})</span>
          </a>
        )}
        <Button look="outline" disabled={busy} onClick={() => setAsks(true)}>
          {busy ? words.saying : arrived}
        </Button>
      </p>
      <QuestionDialog
        open={asks}
        title={arrived}
        question={words.sure}
        confirm={words.confirm}
        onConfirm={run}
        onClose={() => setAsks(false)}
      />
    </section>
  );
}
