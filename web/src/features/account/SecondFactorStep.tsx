// The second step of signing in, a code. The session is only valid after it.
import { useEffect, useRef } from "react";
import { completeSignInWithSecondFactor } from "@/data/secondFactor";
import { signOut } from "@/data/signOut";
import { createSingleFieldReader, findFirstEmptyInput } from "@/entities/entry";
import { useFormSubmission } from "@/entities/useSubmission";
import { toFields } from "@/lib/typeGuards";
import { useSecondFactorMessages } from "@/messages/secondFactor";
import { Button } from "@/ui/Button";
import { ErrorText } from "@/ui/ErrorText";
import { Field } from "@/ui/Field";
import { useNavigate } from "@/ui/router";
import { AccountPageLayout } from "./AccountPageLayout";

/** `next` is the page to open afterwards; without it, the guard of the current page redirects. */
export default function SecondFactorStep({ next }: { next?: string }) {
  const words = useSecondFactorMessages().signIn;
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const { errors, busy, onSubmit } = useFormSubmission({
    check: createSingleFieldReader("code"),
    act: async (code) => {
      await completeSignInWithSecondFactor(code);
      if (next) await navigate(next);
    },
    explain: (failure) => (toFields(failure).code === "mfa_verification_failed" ? [words.wrong] : undefined),
    focusAfterReset: findFirstEmptyInput,
  });
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  return (
    <AccountPageLayout title={words.title} lead={words.lead}>
      <form ref={form} onSubmit={onSubmit} noValidate className="grid gap-6" aria-busy={busy}>
        <ErrorText errors={errors} />
        <Field
          label={words.code}
          hint={words.hint}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" disabled={busy} className="w-full">
          {words.submit}
        </Button>
        <Button look="quiet" disabled={busy} onClick={() => void signOut()} className="justify-self-start">
          {words.cancel}
        </Button>
      </form>
    </AccountPageLayout>
  );
}
