// From the Submit button to a stored registration: checks, two pictures on their way, and what to say when it fails.

import { useState } from "react";
import { type EventAnswers, type EventToJoin, type Registration, register } from "@/data/auditions";
import { sessionStore } from "@/data/session";
import type { PaymentMethod } from "@/data/tables";
import { preloadClients, type UploadOptions } from "@/data/uploads";
import { parseEventAnswers } from "@/entities/eventAnswers";
import { checkSchema } from "@/entities/formChecks";
import { PriceChangedError } from "@/entities/priceChanged";
import { freeRegistrationForm, registrationForm } from "@/entities/registration";
import { useNewAmountOnConflict } from "@/entities/useAmountDue";
import type { FormDraft } from "@/entities/useFormDraft";
import type { usePaymentMethod } from "@/entities/usePaymentMethod";
import { type Checked, type Submission, useSubmission } from "@/entities/useSubmission";
import { rupiah } from "@/lib/money";
import { useMessages } from "@/messages/account";
import { useNavigate } from "@/ui/router";
import { useToast } from "@/ui/Toast";
import type { EventChoice } from "./useEventChoice";

export const announcementsPath = "/profile/audition-announcements";

type Entered = Registration & { joining: EventAnswers | null };

export interface RegistrationSubmission extends Submission<Entered> {
  feeChange: FeeChange | null;
}

/** Since the form was opened; null is no fee. */
export interface FeeChange {
  before: number | undefined;
  now: number | null;
}

type Payment = ReturnType<typeof usePaymentMethod>;

/** That of the event, else that of the payment method. */
export function feeOf(event: EventToJoin | null, method: PaymentMethod): number | null {
  return event?.fee ?? method.fee;
}

/** Without an event the form asks what it always asked. */
export const isFreeEvent = (event: EventToJoin | null) => event?.fee === 0;

export function useRegistration(
  formDraft: FormDraft,
  { method, refresh }: Payment,
  choice: EventChoice,
): RegistrationSubmission {
  const m = useMessages();
  const toast = useToast();
  const navigate = useNavigate();
  const amountAnew = useNewAmountOnConflict();
  const [feeChange, setFeeChange] = useState<FeeChange | null>(null);

  /** The database takes the fee of its own: what was shown is compared here. */
  async function refuseMovedFee(): Promise<void> {
    const now = method && (await refresh().catch(console.error));
    if (!method || !now) return;
    const event = choice.chosen && (await choice.refresh().catch(() => choice.chosen));
    const [before, after] = [feeOf(choice.chosen, method), feeOf(event, now)];
    if (after === before) return;
    setFeeChange({ before: before ?? undefined, now: after });
    throw new PriceChangedError([m.registration.feeChanged(rupiah(after ?? 0))]);
  }

  function check(entered: FormData): Checked<Entered> {
    const form = isFreeEvent(choice.chosen) ? freeRegistrationForm(m) : registrationForm(m);
    const person = checkSchema<Registration>(form)(entered);
    const event: Checked<EventAnswers | null> = choice.open?.length
      ? parseEventAnswers(entered, choice.chosen, m)
      : { values: null };
    if ("values" in person && "values" in event) return { values: { ...person.values, joining: event.values } };
    const problems = [event, person].filter((one) => "errors" in one);
    return {
      errors: problems.flatMap(({ errors }) => errors),
      invalid: new Map(problems.flatMap(({ invalid }) => [...invalid])),
    };
  }

  async function send({ joining, ...entered }: Entered, watch: UploadOptions): Promise<void> {
    await refuseMovedFee();
    await register(entered, joining, sessionStore.read().user.id, watch).catch(amountAnew);
  }

  const submission = useSubmission({
    check,
    act: send,
    onDone: async () => {
      await formDraft.discard();
      toast(m.registration.sent);
      await navigate(announcementsPath);
    },
    onReset: formDraft.capture,
    // The payment's deadline may have been the reason.
    onRefused: () => void refresh().catch(console.error),
    onCancelled: () => toast(m.failures.cancelled),
    prepare: preloadClients,
  });
  return { ...submission, feeChange };
}
