// Acts that want a recent sign-in: asks for the password in a dialog above whatever is open, and then goes on.

import { createContext, type ReactNode, use, useRef, useState } from "react";
import { isSignInRecent, needsRecentSignIn, SecondFactorRequired, signInAgain } from "@/data/recentSignIn";
import { textEntry } from "@/entities/entry";
import { useSubmission } from "@/entities/useSubmission";
import { useMessages } from "@/messages";
import { useSecondFactorMessages } from "@/messages/secondFactor";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { ErrorList } from "@/ui/ErrorList";
import { Field } from "@/ui/Field";

type Act<Result> = () => Promise<Result>;

/** `always`: the act is known to want it, so it is asked for before anything is done. */
type WithRecentSignIn = <Result>(act: Act<Result>, always?: boolean) => Promise<Result>;

const Context = createContext<WithRecentSignIn>((act) => act());

export function useRecentSignIn(): WithRecentSignIn {
  return use(Context);
}

export function RecentSignInProvider({ children }: { children: ReactNode }) {
  const m = useMessages();
  const words = useSecondFactorMessages().again;
  const waiting = useRef<{ resolve: () => void; reject: (reason: Error) => void }>(null);
  const [open, setOpen] = useState(false);
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      waiting.current = { resolve, reject };
      setOpen(true);
    });
  const withRecentSignIn: WithRecentSignIn = async (act, always = false) => {
    if (always && !isSignInRecent()) await ask();
    try {
      return await act();
    } catch (failure) {
      if (!needsRecentSignIn(failure)) throw failure;
      await ask();
      return act();
    }
  };
  const close = () => {
    setOpen(false);
    waiting.current?.reject(new DOMException("The password was not given", "AbortError"));
  };
  const proven = () => {
    waiting.current?.resolve();
    setOpen(false);
  };
  return (
    <Context value={withRecentSignIn}>
      {children}
      <Dialog open={open} title={words.title} closeLabel={m.common.close} onClose={close} closedBy="closerequest">
        <PasswordForm onProven={proven} />
      </Dialog>
    </Context>
  );
}

/** The attribute is what an opening dialog looks for; React only focuses, and the dialog then takes the focus away. */
function beginAtPassword(form: HTMLFormElement | null): void {
  form?.querySelector("input")?.setAttribute("autofocus", "");
}

function PasswordForm({ onProven }: { onProven: () => void }) {
  const words = useSecondFactorMessages().again;
  const [asksCode, setAsksCode] = useState(false);
  const { errors, busy, onSubmit } = useSubmission({
    check: (entered) => ({ values: { password: textEntry(entered, "password"), code: textEntry(entered, "code") } }),
    act: async ({ password, code }) => {
      try {
        await signInAgain(password, code);
        onProven();
      } catch (failure) {
        // The password that was right stays in its field.
        if (failure instanceof SecondFactorRequired) return setAsksCode(true);
        throw failure;
      }
    },
    focusAfterReset: () => undefined,
  });
  return (
    <form
      ref={beginAtPassword}
      onSubmit={onSubmit}
      noValidate
      aria-busy={busy}
      className="flex flex-col gap-5 [&>[role=alert]]:mb-0"
    >
      <ErrorList errors={errors} />
      <p>{asksCode ? words.codeNeeded : words.lead}</p>
      <Field label={words.password} name="password" type="password" autoComplete="current-password" />
      {asksCode && (
        <Field
          label={words.code}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      )}
      <Button type="submit" disabled={busy}>
        {words.submit}
      </Button>
    </form>
  );
}
