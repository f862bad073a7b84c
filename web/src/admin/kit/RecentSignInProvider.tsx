// Actions that need a recent sign-in: asks for the password in a dialog and then retries.

import { createContext, type ReactNode, use, useRef, useState } from "react";
import {
  isRecentSignInRequiredError,
  isSignInRecent,
  SecondFactorRequiredError,
  signInAgain,
} from "@/data/recentSignIn";
import { getTextEntry } from "@/entities/entry";
import { explainWrongPassword } from "@/entities/explainWrongPassword";
import { useFormSubmission } from "@/entities/useSubmission";
import { useMessages } from "@/messages";
import { useSecondFactorMessages } from "@/messages/secondFactor";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { ErrorList } from "@/ui/ErrorList";
import { Field } from "@/ui/Field";

type Action<Result> = () => Promise<Result>;

/** `always`: the action is known to need it, so the password is asked for up front. */
type WithRecentSignIn = <Result>(action: Action<Result>, always?: boolean) => Promise<Result>;

const Context = createContext<WithRecentSignIn>((action) => action());

export function useRunWithRecentSignIn(): WithRecentSignIn {
  return use(Context);
}

export function RecentSignInProvider({ children }: { children: ReactNode }) {
  const m = useMessages();
  const words = useSecondFactorMessages().again;
  const pending = useRef<{ resolve: () => void; reject: (reason: Error) => void }>(null);
  const [open, setOpen] = useState(false);
  const requestSignIn = () =>
    new Promise<void>((resolve, reject) => {
      pending.current = { resolve, reject };
      setOpen(true);
    });
  const withRecentSignIn: WithRecentSignIn = async (action, always = false) => {
    if (always && !isSignInRecent()) await requestSignIn();
    try {
      return await action();
    } catch (failure) {
      if (!isRecentSignInRequiredError(failure)) throw failure;
      await requestSignIn();
      return action();
    }
  };
  const close = () => {
    setOpen(false);
    pending.current?.reject(new DOMException("The password was not given", "AbortError"));
  };
  const handleSignedIn = () => {
    pending.current?.resolve();
    setOpen(false);
  };
  return (
    <Context value={withRecentSignIn}>
      {children}
      <Dialog open={open} title={words.title} closeLabel={m.common.close} onClose={close} closedBy="closerequest">
        <PasswordForm onSignedIn={handleSignedIn} />
      </Dialog>
    </Context>
  );
}

/** Sets the attribute, because `showModal()` focuses that element; React's `autoFocus` only calls `focus()`. */
function autofocusPassword(form: HTMLFormElement | null): void {
  form?.querySelector("input")?.setAttribute("autofocus", "");
}

function PasswordForm({ onSignedIn }: { onSignedIn: () => void }) {
  const words = useSecondFactorMessages().again;
  const [asksCode, setAsksCode] = useState(false);
  const { errors, busy, onSubmit } = useFormSubmission({
    check: (entered) => ({
      values: { password: getTextEntry(entered, "password"), code: getTextEntry(entered, "code") },
    }),
    act: async ({ password, code }) => {
      try {
        await signInAgain(password, code);
        onSignedIn();
      } catch (failure) {
        // Returning rather than throwing keeps the correct password in its field.
        if (failure instanceof SecondFactorRequiredError) return setAsksCode(true);
        throw failure;
      }
    },
    explain: explainWrongPassword(words.wrong),
    focusAfterReset: () => undefined,
  });
  return (
    <form
      ref={autofocusPassword}
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
