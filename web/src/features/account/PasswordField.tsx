// A password that its owner may look at.
import { useState } from "react";
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
  return (
    <Field
      label={label ?? m.account.password}
      name={name}
      type={shown ? "text" : "password"}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      aria-describedby={describedBy}
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
