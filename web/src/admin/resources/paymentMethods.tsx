// Payment Methods: where to pay, by the page that asks.

import { useState } from "react";
import { AUDITION_PAGE, payingPages, paymentMethodForm, withSlash } from "@/entities/paymentMethod";
import { useAdminMessages } from "@/messages/admin";
import { createdAndUpdated, imageColumn, textColumn } from "../kit/columns";
import { PriceField, TextField } from "../kit/fields";
import { useField } from "../kit/formState";
import { PictureField } from "../kit/PictureField";
import { TimeField } from "../kit/TimeField";
import { screenOf } from "../screen";

const qrisImage = { column: "qris_image", folder: "payment-methods", visibility: "public" } as const;

export default screenOf({
  table: "payment_methods",
  columns: [
    textColumn("pathname"),
    textColumn("payment_account"),
    textColumn("account_number"),
    imageColumn(qrisImage),
    textColumn("full_name"),
    ...createdAndUpdated,
  ],
  known: (method) => [method.pathname, method.payment_account, method.account_number, method.full_name],
  searched: ["pathname", "payment_account", "account_number", "full_name"],
  pictures: [qrisImage],
  recentSignIn: true,
  additions: { fee: null, deadline: null },
  form: paymentMethodForm,
  Fields: PaymentMethodFields,
});

function PaymentMethodFields() {
  const a = useAdminMessages();
  const { value } = useField("pathname");
  const [path, setPath] = useState(String(value ?? ""));
  const pages = payingPages.map((value) => ({ value, label: a.payment.pages[value] }));
  return (
    <>
      <TextField name="pathname" suggestions={pages} onTyped={setPath} />
      <TextField name="payment_account" />
      <TextField name="account_number" />
      <PictureField place={qrisImage} />
      <TextField name="full_name" />
      {withSlash(path) === AUDITION_PAGE && (
        <>
          <PriceField name="fee" optional />
          <TimeField name="deadline" optional />
        </>
      )}
    </>
  );
}
