// The payment account of this page and the upload field for the proof of payment.

import type { PaymentMethod } from "@/data/tables";
import { useMessages } from "@/messages/account";
import { classNames } from "@/ui/classNames";
import { FileField, useFilePreview } from "@/ui/FileField";
import { Skeleton } from "@/ui/Skeleton";
import { hasNoQris } from "./noQris";
import { PaymentAccountDetails, type PaymentAmount } from "./PaymentAccountDetails";
import { PaymentQrCode, qrCodeSizeClassName } from "./PaymentQrCode";

interface PaymentProps {
  /** Undefined while loading, null if the shop has configured none. */
  method: PaymentMethod | null | undefined;
  /** The amount and its label, if known. */
  amount?: PaymentAmount | undefined;
  label: string;
  /** Name of the file control. */
  name: string;
  invoice: File | null;
  onInvoice: (file: File | null) => void;
  disabled: boolean;
}

export function PaymentFields({ method, amount, label, name, invoice, onInvoice, disabled }: PaymentProps) {
  const m = useMessages();
  const isFree = amount?.value === 0;
  const isMissing = method === null && !isFree;
  const words = isFree ? m.payment.free : isMissing ? m.payment.noAccount : m.payment.reference;
  return (
    <section aria-label={words}>
      <p className={classNames("mb-5", isMissing ? "border-danger border-l-2 py-1 pl-4" : "text-muted")}>{words}</p>
      {method && !isFree && <PaymentAccountDetails method={method} amount={amount} />}
      <FileField
        label={label}
        name={name}
        disabled={disabled}
        onFile={onInvoice}
        preview={<Preview method={isFree ? null : method} amount={amount} invoice={invoice} />}
        className="mt-6"
      />
    </section>
  );
}

const exampleInvoice = "/invoice-example.webp";

/** The payment code, or an example without one, until a picture is chosen, then that picture; the box keeps its size. */
function Preview({ method, amount, invoice }: Pick<PaymentProps, "method" | "amount" | "invoice">) {
  const m = useMessages();
  const chosen = useFilePreview(invoice);
  if (invoice && chosen)
    return <img src={chosen} alt={m.upload.chosen(invoice.name)} className={`${qrCodeSizeClassName} object-contain`} />;
  if (method === undefined) return <Skeleton className={qrCodeSizeClassName} />;
  if (method === null || hasNoQris(method))
    return <img src={exampleInvoice} alt={m.upload.example} className={qrCodeSizeClassName} />;
  return <PaymentQrCode method={method} amount={amount} />;
}
