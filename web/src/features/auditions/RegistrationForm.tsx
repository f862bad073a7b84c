// Personal data on one side, payment on the other; disabled while submitting.

import { type FormEvent, type RefObject, useState } from "react";
import { registrationAttempts } from "@/data/auditions";
import { PaymentFields } from "@/entities/PaymentFields";
import { useAmountDue } from "@/entities/useAmountDue";
import { usePaymentMethod } from "@/entities/usePaymentMethod";
import { useMessages } from "@/messages/account";
import { Button } from "@/ui/Button";
import { ErrorNotice } from "@/ui/ErrorNotice";
import { Progress } from "@/ui/Progress";
import { ComcardField } from "./ComcardField";
import { EventFields, EventQuestionFields } from "./EventFields";
import { PersonFields } from "./PersonFields";
import type { EventSelection } from "./useEventSelection";
import {
  getRegistrationFee,
  isFreeEvent,
  type RegistrationFeeChange,
  type RegistrationSubmission,
} from "./useRegistrationSubmission";

interface RegistrationFormProps {
  form: RefObject<HTMLFormElement | null>;
  registration: RegistrationSubmission;
  choice: EventSelection;
  onInput: (event: FormEvent<HTMLFormElement>) => void;
}

export function RegistrationForm({ form, registration, choice, onInput }: RegistrationFormProps) {
  const m = useMessages();
  const { busy } = registration;
  return (
    <form
      ref={form}
      noValidate
      onSubmit={registration.onSubmit}
      onInput={onInput}
      aria-busy={busy}
      className="grid items-start gap-12 lg:grid-cols-[1fr_25rem] lg:gap-20"
    >
      <fieldset disabled={busy} className="grid min-w-0 gap-6">
        <EventFields choice={choice} />
        <PersonFields />
        {choice.chosen && <EventQuestionFields asked={choice.chosen.asked} />}
        <ComcardField />
      </fieldset>
      <div className="min-w-0 lg:sticky lg:top-32">
        {isFreeEvent(choice.chosen) ? (
          <p className="text-lg">{m.registration.free}</p>
        ) : (
          <Invoice disabled={busy} event={choice.chosen} feeChange={registration.feeChange} />
        )}
      </div>
      <div className="lg:col-span-2">
        {registration.progress !== null && (
          <div className="mb-6">
            <Progress
              label={m.registration.submitting}
              value={registration.progress}
              cancelLabel={m.common.cancel}
              onCancel={registration.cancel}
            />
          </div>
        )}
        <Button type="submit" disabled={busy} className="w-full lg:w-80">
          {m.registration.submit}
        </Button>
      </div>
    </form>
  );
}

interface InvoiceProps {
  disabled: boolean;
  event: EventSelection["chosen"];
  feeChange: RegistrationFeeChange | null;
}

function Invoice({ disabled, event, feeChange }: InvoiceProps) {
  const m = useMessages();
  const { method, failure, retry } = usePaymentMethod();
  const fee = method && getRegistrationFee(event, method);
  const before = feeChange?.now === fee ? feeChange?.before : undefined;
  const amount = useAmountDue(
    method,
    fee == null ? undefined : { name: m.registration.fee, value: fee, before },
    registrationAttempts(event?.uuid),
    event?.uuid,
  );
  const [invoice, setInvoice] = useState<File | null>(null);
  return (
    <>
      {failure && <ErrorNotice message={failure} retryLabel={m.common.tryAgain} onRetry={retry} />}
      <PaymentFields
        method={method}
        amount={amount}
        label={m.registration.fields.invoice_image}
        name="invoice_image"
        invoice={invoice}
        onInvoice={setInvoice}
        disabled={disabled}
      />
    </>
  );
}
