// Payment Methods: where to pay, by the page that asks.

import { payingPages, paymentMethodForm } from "@/entities/paymentMethod";
import { useAdminMessages } from "@/messages/admin";
import { createdAndUpdated, imageColumn, textColumn } from "../kit/columns";
import { TextField } from "../kit/fields";
import { PictureField } from "../kit/PictureField";
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
  form: paymentMethodForm,
  Fields: PaymentMethodFields,
});

function PaymentMethodFields() {
  const a = useAdminMessages();
  const pages = payingPages.map((value) => ({ value, label: a.payment.pages[value] }));
  return (
    <>
      <TextField name="pathname" suggestions={pages} />
      <TextField name="payment_account" />
      <TextField name="account_number" />
      <PictureField place={qrisImage} />
      <TextField name="full_name" />
    </>
  );
}
