// A password input with a show/hide button; a new password is validated on blur.
import { useState } from "react";
import { config } from "@/lib/config";
import { useMessages } from "@/messages/account";
import { IconButton } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { getPasswordError } from "./passwordRule";

type Props = {
  autoComplete: "current-password" | "new-password";
  describedBy?: string | undefined;
  label?: string;
  name?: string;
};

export function PasswordField({ autoComplete, describedBy, label, name = "password" }: Props) {
  const m = useMessages();
  const [isVisible, setVisible] = useState(false);
  /** Checked on blur, and while a violation is being corrected. */
  const [checked, setChecked] = useState("");
  const problem = getPasswordError(checked, m);
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
        problem,
        onBlur: ({ target }) => setChecked(target.value),
        onChange: ({ target }) => problem && setChecked(target.value),
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
