// Payment Methods: account and QRIS code per page.

import { useState } from "react";
import { pictureColumns } from "@/data/rows.generated";
import type { PaymentMethod } from "@/data/tables";
import { hasNoQris } from "@/entities/noQris";
import {
  AUDITION_PAYMENT_PATH,
  HAD_NO_QRIS_FIELD,
  isPaymentPath,
  NO_QRIS_FIELD,
  paymentMethodSchema,
} from "@/entities/paymentMethod";
import { useAdminMessages } from "@/messages/admin";
import { imageColumn, textColumn, timestampColumns } from "../kit/columns";
import { DateTimeField } from "../kit/DateTimeField";
import { CheckBoxField, PriceField, TextField } from "../kit/fields";
import { useRecordFormState } from "../kit/formState";
import { PictureField } from "../kit/PictureField";
import type { Column } from "../kit/resource";
import { createResourceScreen } from "../screen";
import { BankAccountFields } from "./BankAccountFields";
import { PaymentDeletionNote, PaymentPageCell, PaymentPageField } from "./PaymentPage";
import { DEFAULT_CEILING_RUPIAH, QrisCodeField } from "./QrisCodeField";

const { qris_image: qrisImage } = pictureColumns.payment_methods;
const pictureColumn = imageColumn(qrisImage);

const qrisColumn: Column<PaymentMethod> = {
  ...pictureColumn,
  text: (method, m) => (hasNoQris(method) ? m.payment.noQris : pictureColumn.text(method, m)),
  cell: (method, m) => (hasNoQris(method) ? m.payment.noQris : pictureColumn.cell?.(method, m)),
};

export default createResourceScreen({
  table: "payment_methods",
  columns: [
    { ...textColumn("pathname"), cell: (method) => <PaymentPageCell method={method} /> },
    textColumn("payment_account"),
    textColumn("account_number"),
    qrisColumn,
    textColumn("full_name"),
    ...timestampColumns,
  ],
  summary: ({ pathname, payment_account, account_number, full_name }, a) => [
    isPaymentPath(pathname) ? a.payment.pages[pathname] : pathname,
    payment_account,
    account_number,
    full_name,
  ],
  searched: ["pathname", "payment_account", "account_number", "full_name"],
  recentSignIn: true,
  DeletionNote: PaymentDeletionNote,
  defaults: { fee: null, deadline: null, qris: null, ceiling: DEFAULT_CEILING_RUPIAH, exact_amounts: false },
  form: paymentMethodSchema,
  Fields: PaymentMethodFields,
});

function PaymentMethodFields() {
  const a = useAdminMessages();
  const method = useRecordFormState().record as PaymentMethod | null;
  const [path, setPath] = useState(method?.pathname ?? "");
  return (
    <>
      <PaymentPageField path={path} onChosen={setPath} />
      <BankAccountFields />
      <QrisFields method={method} />
      <TextField name="full_name" />
      {path === AUDITION_PAYMENT_PATH && (
        <>
          <PriceField name="fee" optional />
          <DateTimeField name="deadline" optional />
        </>
      )}
      <CheckBoxField name="exact_amounts" label={a.payment.exactAmounts} hint={a.payment.exactAmountsHint} />
    </>
  );
}

function QrisFields({ method }: { method: PaymentMethod | null }) {
  const { payment: words } = useAdminMessages();
  const hadNoQris = method !== null && hasNoQris(method);
  const [isNoQris, setNoQris] = useState(hadNoQris);
  return (
    <>
      {!isNoQris && (
        <PictureField
          picture={qrisImage}
          below={(_, file) => <QrisCodeField folder={qrisImage.folder} file={file} />}
        />
      )}
      <CheckBoxField
        name={NO_QRIS_FIELD}
        label={words.noQris}
        hint={words.noQrisHint}
        initial={hadNoQris}
        onTicked={setNoQris}
      />
      <input type="hidden" name={HAD_NO_QRIS_FIELD} value={hadNoQris ? "on" : ""} readOnly />
    </>
  );
}
