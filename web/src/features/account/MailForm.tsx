// Asks for a mail with a link, says that it is on its way, and asks for it again when enough time has passed.
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { isMailDeliveryFailure, RateLimited } from "@/data/authEmails";
import { singleEntry } from "@/entities/entry";
import { useSubmission } from "@/entities/useSubmission";
import { useMessages } from "@/messages/account";
import { useMailMessages } from "@/messages/mails";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { ErrorLine } from "./ErrorLine";
import { useCountdown } from "./useCountdown";

const SECONDS_BETWEEN_MAILS = 60;

type Props = {
  act: (email: string) => Promise<void>;
  submitLabel: string;
  /** What is said once it is on its way; the same for every address. */
  sent: (email: string) => string;
  /** A mail to this address was asked for on the page before; the next one has to wait for so many seconds. */
  before?: { email: string; wait: number } | undefined;
  children?: ReactNode;
};

type Asked = { email: string; sent: boolean; again: number };

export function MailForm({ act, submitLabel, sent, before, children }: Props) {
  const m = useMessages();
  const words = useMailMessages();
  const [asked, setAsked] = useState(() => begin(before));
  const { errors, busy, onSubmit } = useSubmission({
    check: (entered) => (asked.sent ? { values: asked.email } : singleEntry("email")(entered)),
    act: async (email) => {
      await act(email);
      setAsked({ email, sent: true, again: secondsFromNow(SECONDS_BETWEEN_MAILS) });
    },
    explain: (failure) => {
      if (failure instanceof RateLimited) return [words.tooSoon(failure.seconds)];
      return isMailDeliveryFailure(failure) ? [words.notSent] : undefined;
    },
    onRefused: (_, failure) => {
      if (failure instanceof RateLimited) setAsked({ ...asked, again: secondsFromNow(failure.seconds) });
    },
  });
  // Only the address that was asked for has to wait; another one can still be typed.
  const left = useCountdown(asked.sent ? asked.again : 0);
  const againLabel = left > 0 ? words.againIn(left) : words.again;
  const errorLine = useId();

  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-6" aria-busy={busy}>
      <ErrorLine id={errorLine} errors={errors} />
      {asked.sent ? (
        <Sent hint={words.hint} arrived={before?.email === asked.email}>
          {sent(asked.email)}
        </Sent>
      ) : (
        <Field
          label={m.account.email}
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={asked.email}
          aria-describedby={errors.length > 0 ? errorLine : undefined}
        />
      )}
      <Button type="submit" look={asked.sent ? "outline" : "solid"} disabled={busy || left > 0} className="w-full">
        {asked.sent ? againLabel : submitLabel}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-6">{children}</div>
    </form>
  );
}

function begin(before: Props["before"]): Asked {
  const { email = "", wait = 0 } = before ?? {};
  return { email, sent: email !== "", again: email ? secondsFromNow(wait) : 0 };
}

function secondsFromNow(seconds: number): number {
  return Date.now() + seconds * 1_000;
}

/** Takes the focus, because the button that had it must wait; not where the page has just been arrived at. */
function Sent({ hint, arrived, children }: { hint: string; arrived: boolean; children: string }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!arrived) line.current?.focus();
  }, [arrived]);
  return (
    <div ref={line} tabIndex={-1} className="border-ornament border-l-2 py-1 pl-4">
      <p className="font-semibold">{children}</p>
      <p className="mt-2 text-muted">{hint}</p>
    </div>
  );
}
