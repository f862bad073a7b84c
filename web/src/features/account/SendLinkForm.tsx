// A form that sends an email with a link, confirms it, and can resend it after a cooldown.
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { isMailDeliveryFailure, RateLimitedError } from "@/data/authEmails";
import { createSingleFieldReader } from "@/entities/entry";
import { useFormSubmission } from "@/entities/useSubmission";
import { useMessages } from "@/messages/account";
import { useMailMessages } from "@/messages/mails";
import { Button } from "@/ui/Button";
import { ErrorText } from "@/ui/ErrorText";
import { Field } from "@/ui/Field";
import { useCountdown } from "./useCountdown";

export const SECONDS_BETWEEN_MAILS = 60;

type Props = {
  act: (email: string) => Promise<void>;
  submitLabel: string;
  /** The confirmation, the same for every address. */
  sent: (email: string) => string;
  /** An email already sent by the previous page, and the cooldown in seconds. */
  before?: { email: string; wait: number } | undefined;
  /** The confirmation of that email, if another. */
  sentBefore?: (email: string) => string;
  children?: ReactNode;
};

type MailState = { email: string; sent: boolean; isFromBefore: boolean; resendAt: number };

export function SendLinkForm({ act, submitLabel, sent, before, sentBefore = sent, children }: Props) {
  const m = useMessages();
  const words = useMailMessages();
  const [mail, setMail] = useState(() => initialState(before));
  const { errors, busy, onSubmit } = useFormSubmission({
    check: (entered) => (mail.sent ? { values: mail.email } : createSingleFieldReader("email")(entered)),
    act: async (email) => {
      await act(email);
      setMail({ email, sent: true, isFromBefore: false, resendAt: secondsFromNow(SECONDS_BETWEEN_MAILS) });
    },
    explain: (failure) => {
      if (failure instanceof RateLimitedError) return [words.tooMany(failure.seconds)];
      return isMailDeliveryFailure(failure) ? [words.notSent] : undefined;
    },
    onRefused: (_, failure) => {
      if (failure instanceof RateLimitedError) setMail({ ...mail, resendAt: secondsFromNow(failure.seconds) });
    },
  });
  // The cooldown applies only to this address; another one can still be entered.
  const secondsLeft = useCountdown(mail.sent ? mail.resendAt : 0);
  const resendLabel = secondsLeft > 0 ? words.againIn(secondsLeft) : words.again;
  const errorId = useId();

  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-6" aria-busy={busy}>
      <ErrorText id={errorId} errors={errors} />
      {mail.sent ? (
        <Sent hint={words.hint} isInitial={before?.email === mail.email}>
          {(mail.isFromBefore ? sentBefore : sent)(mail.email)}
        </Sent>
      ) : (
        <Field
          label={m.account.email}
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={mail.email}
          aria-describedby={errors.length > 0 ? errorId : undefined}
        />
      )}
      <Button
        type="submit"
        look={mail.sent ? "outline" : "solid"}
        disabled={busy || secondsLeft > 0}
        className="w-full"
      >
        {mail.sent ? resendLabel : submitLabel}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-6">{children}</div>
    </form>
  );
}

function initialState(before: Props["before"]): MailState {
  const { email = "", wait = 0 } = before ?? {};
  return { email, sent: email !== "", isFromBefore: email !== "", resendAt: email ? secondsFromNow(wait) : 0 };
}

function secondsFromNow(seconds: number): number {
  return Date.now() + seconds * 1_000;
}

/** Takes the focus from the disabled button, unless the page has just been opened. */
function Sent({ hint, isInitial, children }: { hint: string; isInitial: boolean; children: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isInitial) box.current?.focus();
  }, [isInitial]);
  return (
    <div ref={box} tabIndex={-1} className="border-ornament border-l-2 py-1 pl-4">
      <p className="font-semibold">{children}</p>
      <p className="mt-2 text-muted">{hint}</p>
    </div>
  );
}
