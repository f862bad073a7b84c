// A password that its owner may look at; a new one says what it must be, and at once what it is not.
import { useState } from "react";
import { passwordError } from "@/entities/passwordRule";
import { config } from "@/lib/config";
import { useMessages } from "@/messages/account";
import { IconButton } from "@/ui/Button";
import { Field } from "@/ui/Field";

type Props = {
  autoComplete: "current-password" | "new-password";
  describedBy?: string | undefined;
  label?: string;
  name?: string;
};

export function PasswordField({ autoComplete, describedBy, label, name = "password" }: Props) {
  const m = useMessages();
  const [shown, setShown] = useState(false);
  const [fault, setFault] = useState<string>();
  const isNew = autoComplete === "new-password";
  return (
    <Field
      label={label ?? m.account.password}
      name={name}
      type={shown ? "text" : "password"}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      aria-describedby={describedBy}
      {...(isNew && {
        hint: m.password.atLeast(config.passwordBytes[0]),
        trouble: fault,
        onBlur: ({ target }) => setFault(passwordError(target.value, m)),
        onChange: ({ target }) => fault && setFault(passwordError(target.value, m)),
      })}
      after={
        <IconButton
          icon={shown ? "eyeOff" : "eye"}
          label={shown ? m.account.hidePassword : m.account.showPassword}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
