// Submits a registration: validation, two uploads, and error handling.

import { useState } from "react";
import { type EventAnswers, type JoinableEvent, type Registration, submitRegistration } from "@/data/auditions";
import { sessionStore } from "@/data/session";
import type { PaymentMethod } from "@/data/tables";
import { preloadUploadClients, type UploadOptions } from "@/data/uploads";
import { parseEventAnswers } from "@/entities/eventAnswers";
import { createSchemaCheck } from "@/entities/formChecks";
import { PriceChangedError } from "@/entities/priceChangedError";
import { freeRegistrationSchema, registrationSchema } from "@/entities/registration";
import { SubmissionError } from "@/entities/submissionError";
import { useNewAmountOnConflict } from "@/entities/useAmountDue";
import type { FormDraft } from "@/entities/useFormDraft";
import type { usePaymentMethod } from "@/entities/usePaymentMethod";
import { type FormSubmission, useFormSubmission, type ValidationResult } from "@/entities/useSubmission";
import { useToastAfterLeaving } from "@/entities/useToastAfterLeaving";
import { formatRupiah } from "@/lib/money";
import { useMessages } from "@/messages/account";
import { useNavigate } from "@/ui/router";
import { useToast } from "@/ui/Toast";
import type { EventSelection } from "./useEventSelection";

export const ANNOUNCEMENTS_PATH = "/profile/audition-announcements";

type Entered = Registration & { joining: EventAnswers | null };

export interface RegistrationSubmission extends FormSubmission<Entered> {
  feeChange: RegistrationFeeChange | null;
}

/** Since the form was opened; null means no fee. */
export interface RegistrationFeeChange {
  before: number | undefined;
  now: number | null;
}

type Payment = ReturnType<typeof usePaymentMethod>;

/** The event's fee, or else that of the payment method. */
export function getRegistrationFee(event: JoinableEvent | null, method: PaymentMethod): number | null {
  return event?.fee ?? method.fee;
}

/** Without an event the payment method's fee applies. */
export const isFreeEvent = (event: JoinableEvent | null) => event?.fee === 0;

export function useRegistrationSubmission(
  formDraft: FormDraft,
  { method, refresh }: Payment,
  choice: EventSelection,
): RegistrationSubmission {
  const m = useMessages();
  const toast = useToast();
  const navigate = useNavigate();
  const refreshAmountOnConflict = useNewAmountOnConflict();
  const [feeChange, setFeeChange] = useState<RegistrationFeeChange | null>(null);

  /** The chosen event if it is still open; null if none was open, and none is. */
  async function findCurrentEvent(): Promise<JoinableEvent | null> {
    const { chosen } = choice;
    const open = await choice.refresh().catch(() => choice.open ?? []);
    const current = open.find(({ uuid }) => uuid === chosen?.uuid) ?? null;
    if (chosen && !current) throw new SubmissionError([m.registration.eventClosed]);
    // The database would take the registration for an event whose fee and questions the talent has not seen.
    if (!chosen && open.length > 0) throw new SubmissionError([m.registration.eventOpened]);
    return current;
  }

  /** The database charges its current fee, so the displayed fee is compared with it here. */
  async function assertFeeUnchanged(event: JoinableEvent | null): Promise<void> {
    const current = method && (await refresh().catch(console.error));
    if (!method || !current) return;
    const [before, after] = [getRegistrationFee(choice.chosen, method), getRegistrationFee(event, current)];
    if (after === before) return;
    setFeeChange({ before: before ?? undefined, now: after });
    throw new PriceChangedError([m.registration.feeChanged(formatRupiah(after ?? 0))]);
  }

  function check(entered: FormData): ValidationResult<Entered> {
    const form = isFreeEvent(choice.chosen) ? freeRegistrationSchema(m) : registrationSchema(m);
    const person = createSchemaCheck<Registration>(form)(entered);
    const event: ValidationResult<EventAnswers | null> = choice.open?.length
      ? parseEventAnswers(entered, choice.chosen, m)
      : { values: null };
    if ("values" in person && "values" in event) return { values: { ...person.values, joining: event.values } };
    const found = new Map([event, person].flatMap((result) => ("invalid" in result ? [...result.invalid] : [])));
    // In the order of the screen. An event that isn't chosen has no entry: its field is the first one.
    const fields = [...entered.keys()];
    const invalid = new Map([...found].toSorted(([a], [b]) => fields.indexOf(a) - fields.indexOf(b)));
    return { errors: [...invalid.values()], invalid };
  }

  async function send({ joining, ...entered }: Entered, upload: UploadOptions): Promise<void> {
    await assertFeeUnchanged(await findCurrentEvent());
    await submitRegistration(entered, joining, sessionStore.read().user.id, upload).catch(refreshAmountOnConflict);
  }

  const submission = useFormSubmission({
    check,
    act: send,
    onDone: async () => {
      await formDraft.discard();
      toast(m.registration.sent);
    },
    leave: () => navigate(ANNOUNCEMENTS_PATH),
    onRefusedAfterLeaving: useToastAfterLeaving(m.registration.notSent, m.registration.toForm),
    onReset: formDraft.capture,
    // The payment deadline may have been the reason.
    onRefused: () => void refresh().catch(console.error),
    onCancelled: () => toast(m.failures.cancelled),
    prepare: preloadUploadClients,
  });
  return { ...submission, feeChange };
}
