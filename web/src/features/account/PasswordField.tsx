// A password input with a show/hide button; a new password is validated on blur.
import { useState } from "react";
import { getPasswordError } from "@/entities/passwordRule";
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
  const [isVisible, setVisible] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isNew = autoComplete === "new-password";
  return (
    <Field
      label={label ?? m.account.password}
      name={name}
      type={isVisible ? "text" : "password"}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      aria-describedby={describedBy}
      {...(isNew && {
        hint: m.password.atLeast(config.passwordBytes[0]),
        problem: problem,
        onBlur: ({ target }) => setProblem(getPasswordError(target.value, m)),
        onChange: ({ target }) => problem && setProblem(getPasswordError(target.value, m)),
      })}
      after={
        <IconButton
          icon={isVisible ? "eyeOff" : "eye"}
          label={isVisible ? m.account.hidePassword : m.account.showPassword}
          onClick={() => setVisible(!isVisible)}
        />
      }
    />
  );
}
