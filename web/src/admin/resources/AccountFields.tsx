// Bank and number of an account: beneath the number stands whose it is and how long, for a glance at the passbook.

import { useState } from "react";
import { parseAccountNumber } from "@/lib/numbers";
import { textOr } from "@/lib/typeGuards";
import { useAdminMessages } from "@/messages/admin";
import { Field } from "@/ui/Field";
import { useLabel } from "../kit/fields";
import { useField } from "../kit/formState";

export function AccountFields() {
  const a = useAdminMessages();
  const bank = useField("payment_account");
  const account = useField("account_number");
  const [named, setNamed] = useState(textOr(bank.value, ""));
  const [typed, setTyped] = useState(textOr(account.value, ""));
  const number = parseAccountNumber(typed);
  return (
    <>
      <Field
        label={useLabel({ name: "payment_account" })}
        name="payment_account"
        hint={a.payment.bankHint}
        defaultValue={named}
        onChange={(event) => setNamed(event.target.value)}
      />
      <Field
        label={useLabel({ name: "account_number" })}
        name="account_number"
        inputMode="numeric"
        autoComplete="off"
        {...(number && { hint: a.payment.accountAt(named.trim(), number.replaceAll(" ", "").length) })}
        trouble={
          typed.trim() && !number ? a.rules.account(a.fields.account_number, a.fields.payment_account) : undefined
        }
        defaultValue={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </>
  );
}
