// Payment Methods: where to pay, by the page that asks.

import { paymentMethodForm } from "@/entities/paymentMethod";
import { createdAndUpdated, imageColumn, textColumn } from "../kit/columns";
import { TextField } from "../kit/fields";
import { PictureField } from "../kit/PictureField";
import { ResourcePage } from "../kit/ResourcePage";
import type { Resource } from "../kit/resource";

const qrisImage = { column: "qris_image", folder: "payment-methods", visibility: "public" } as const;

const paymentMethods: Resource<"payment_methods"> = {
  table: "payment_methods",
  columns: [
    textColumn("pathname"),
    textColumn("payment_account"),
    textColumn("account_number"),
    imageColumn(qrisImage),
    textColumn("full_name"),
    ...createdAndUpdated,
  ],
  searched: ["pathname", "payment_account", "account_number", "full_name"],
  pictures: [qrisImage],
  form: paymentMethodForm,
  Fields: PaymentMethodFields,
};

function PaymentMethodFields() {
  return (
    <>
      <TextField name="pathname" />
      <TextField name="payment_account" />
      <TextField name="account_number" />
      <PictureField place={qrisImage} />
      <TextField name="full_name" />
    </>
  );
}

export default function PaymentMethodsPage() {
  return <ResourcePage resource={paymentMethods} />;
}
