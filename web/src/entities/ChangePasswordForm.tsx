// Changes the password: the current one is required, and other sessions are ended.

import { useId, useState } from "react";
import { setPassword } from "@/data/authEmails";
import { useSession } from "@/data/session";
import { useMessages } from "@/messages/account";
import { Button } from "@/ui/Button";
import { ErrorText } from "@/ui/ErrorText";
import { FieldErrorsContext } from "@/ui/fieldErrors";
import { useToast } from "@/ui/Toast";
import { findFirstEmptyInput, getTextEntry } from "./entry";
import { explainWrongPassword } from "./explainWrongPassword";
import { PasswordField } from "./PasswordField";
import { validatePassword } from "./passwordRule";
import { useFormSubmission, type ValidationResult } from "./useSubmission";

const CURRENT = "current_password";

export default function ChangePasswordForm() {
  const m = useMessages();
  const words = m.password;
  const { email } = useSession().user;
  const toast = useToast();
  const [changes, setChanges] = useState(0);
  const { errors, invalid, busy, onSubmit } = useFormSubmission({
    check: checkPasswords,
    act: ({ password, current }) => setPassword(password, current),
    explain: explainWrongPassword(words.wrong),
    onDone: () => {
      setChanges((count) => count + 1);
      toast(words.changed);
    },
    focusAfterReset: findFirstEmptyInput,
  });
  function checkPasswords(entered: FormData): ValidationResult<{ password: string; current: string }> {
    const [password, current] = [getTextEntry(entered, "password"), getTextEntry(entered, CURRENT)];
    const missing = current ? "password" : CURRENT;
    if (!password || !current) return { errors: [words.bothNeeded], invalid: new Map([[missing, words.bothNeeded]]) };
    return validatePassword(password, m) ?? { values: { password, current } };
  }
  const errorId = useId();
  const describedBy = errors.length > 0 ? errorId : undefined;
  return (
    <>
      <p className="mb-5 max-w-prose">{words.lead}</p>
      <form key={changes} onSubmit={onSubmit} noValidate aria-busy={busy} className="grid max-w-prose gap-5">
        <ErrorText id={errorId} errors={errors} />
        {/* Tells password managers which account this is. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <FieldErrorsContext value={invalid}>
          <PasswordField
            name={CURRENT}
            label={words.current}
            autoComplete="current-password"
            describedBy={describedBy}
          />
          <PasswordField label={words.next} autoComplete="new-password" describedBy={describedBy} />
        </FieldErrorsContext>
        <Button type="submit" disabled={busy} className="justify-self-start">
          {words.change}
        </Button>
      </form>
    </>
  );
}
