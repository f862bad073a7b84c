// Payment Methods: where to pay, by the page that asks.

import { useState } from "react";
import { pictureColumns } from "@/data/rows.generated";
import { AUDITION_PAGE, payingPages, paymentMethodForm } from "@/entities/paymentMethod";
import { useAdminMessages } from "@/messages/admin";
import { createdAndUpdated, imageColumn, textColumn } from "../kit/columns";
import { ChoiceField, PriceField, TextField, TickField } from "../kit/fields";
import { useField } from "../kit/formState";
import { PictureField } from "../kit/PictureField";
import { TimeField } from "../kit/TimeField";
import { screenOf } from "../screen";
import { QrisCodeField, USUAL_CEILING } from "./QrisCodeField";

const { qris_image: qrisImage } = pictureColumns.payment_methods;

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
  recentSignIn: true,
  additions: { fee: null, deadline: null, qris: null, ceiling: USUAL_CEILING, exact_amounts: false },
  form: paymentMethodForm,
  Fields: PaymentMethodFields,
});

function PaymentMethodFields() {
  const a = useAdminMessages();
  const { value } = useField("pathname");
  const [path, setPath] = useState(value);
  const pages = payingPages.map((value) => ({ value, label: a.payment.pages[value] }));
  return (
    <>
      <ChoiceField name="pathname" options={pages} placeholder={a.payment.choosePage} onChosen={setPath} />
      <TextField name="payment_account" />
      <TextField name="account_number" />
      <PictureField place={qrisImage} below={(_, file) => <QrisCodeField folder={qrisImage.folder} file={file} />} />
      <TextField name="full_name" />
      {path === AUDITION_PAGE && (
        <>
          <PriceField name="fee" optional />
          <TimeField name="deadline" optional />
        </>
      )}
      <TickField name="exact_amounts" label={a.payment.exactAmounts} hint={a.payment.exactAmountsHint} />
    </>
  );
}
