// Bank and account number, with the bank's name and the number of digits below for comparison with the passbook.

import { useState } from "react";
import { parseAccountNumber } from "@/lib/numbers";
import { stringOr } from "@/lib/typeGuards";
import { useAdminMessages } from "@/messages/admin";
import { Field } from "@/ui/Field";
import { useFieldLabel } from "../kit/fields";
import { useField } from "../kit/formState";

export function BankAccountFields() {
  const a = useAdminMessages();
  const bank = useField("payment_account");
  const account = useField("account_number");
  const [bankName, setBankName] = useState(stringOr(bank.value, ""));
  const [text, setText] = useState(stringOr(account.value, ""));
  const number = parseAccountNumber(text);
  return (
    <>
      <Field
        label={useFieldLabel({ name: "payment_account" })}
        name="payment_account"
        hint={a.payment.bankHint}
        defaultValue={bankName}
        onChange={(event) => setBankName(event.target.value)}
      />
      <Field
        label={useFieldLabel({ name: "account_number" })}
        name="account_number"
        inputMode="numeric"
        autoComplete="off"
        {...(number && { hint: a.payment.accountAt(bankName.trim(), number.replaceAll(" ", "").length) })}
        problem={
          text.trim() && !number ? a.rules.account(a.fields.account_number, a.fields.payment_account) : undefined
        }
        defaultValue={text}
        onChange={(event) => setText(event.target.value)}
      />
    </>
  );
}
