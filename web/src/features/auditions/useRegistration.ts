// From the Submit button to a stored registration: checks, two pictures on their way, and what to say when it fails.

import { useState } from "react";
import { type Registration, register } from "@/data/auditions";
import { sessionStore } from "@/data/session";
import { prepareSending, type UploadWatch } from "@/data/uploads";
import { checkedBy } from "@/entities/formChecks";
import { MovedPrice } from "@/entities/movedPrice";
import { registrationForm } from "@/entities/registration";
import { useAmountAnew } from "@/entities/useAmountDue";
import type { LostEntries } from "@/entities/useLostEntries";
import type { usePaymentMethod } from "@/entities/usePaymentMethod";
import { type Submission, useSubmission } from "@/entities/useSubmission";
import { rupiah } from "@/lib/money";
import { useMessages } from "@/messages/account";
import { useNavigate } from "@/ui/router";
import { useToast } from "@/ui/Toast";

export const announcementsPath = "/profile/audition-announcements";

export interface Registering extends Submission<Registration> {
  movedFee: MovedFee | null;
}

/** Since the form was opened; null is no fee. */
export interface MovedFee {
  before: number | undefined;
  now: number | null;
}

type Payment = ReturnType<typeof usePaymentMethod>;

export function useRegistration(lost: LostEntries, { method, refresh }: Payment): Registering {
  const m = useMessages();
  const toast = useToast();
  const navigate = useNavigate();
  const amountAnew = useAmountAnew();
  const [movedFee, setMovedFee] = useState<MovedFee | null>(null);

  /** The database takes the fee of its own: what was shown is compared here. */
  async function refuseMovedFee(): Promise<void> {
    const now = method && (await refresh().catch(console.error));
    if (!method || !now || now.fee === method.fee) return;
    setMovedFee({ before: method.fee ?? undefined, now: now.fee });
    throw new MovedPrice([m.registration.feeChanged(rupiah(now.fee ?? 0))]);
  }

  async function send(entered: Registration, watch: UploadWatch): Promise<void> {
    await refuseMovedFee();
    await register(entered, sessionStore.read().user.id, watch).catch(amountAnew);
  }

  const submission = useSubmission({
    check: checkedBy(registrationForm(m)),
    act: send,
    onDone: async () => {
      await lost.forget();
      toast(m.registration.sent);
      await navigate(announcementsPath);
    },
    onReset: lost.remember,
    // The payment's deadline may have been the reason.
    onRefused: () => void refresh().catch(console.error),
    onCancelled: () => toast(m.failures.cancelled),
    prepare: prepareSending,
  });
  return { ...submission, movedFee };
}
