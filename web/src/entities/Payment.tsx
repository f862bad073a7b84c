// Where to pay for what the page is about, and the picture that proves it.

import type { PaymentMethod } from "@/data/tables";
import { rupiah } from "@/lib/money";
import { useMessages } from "@/messages/own";
import { buttonLook } from "@/ui/Button";
import { CopyButton } from "@/ui/CopyButton";
import { classNames } from "@/ui/classNames";
import { FileField, useFilePreview } from "@/ui/FileField";
import { fileAddress, Picture } from "@/ui/Picture";
import { Skeleton } from "@/ui/Skeleton";

interface Amount {
  name: string;
  value: number;
}

export interface PaymentProps {
  /** Undefined while nobody knows it, null where the shop has named none. */
  method: PaymentMethod | null | undefined;
  /** How much, where the shop knows, and what it is called. */
  amount?: Amount | undefined;
  label: string;
  /** Of the file control. */
  name: string;
  invoice: File | null;
  onInvoice: (file: File | null) => void;
  disabled: boolean;
}

export function Payment({ method, amount, label, name, invoice, onInvoice, disabled }: PaymentProps) {
  const m = useMessages();
  const words = method === null ? m.payment.noAccount : m.payment.reference;
  return (
    <section aria-label={words}>
      <p className={classNames("mb-5", method === null ? "border-danger border-l-2 py-1 pl-4" : "text-muted")}>
        {words}
      </p>
      {method && <Account method={method} amount={amount} />}
      <FileField
        label={label}
        name={name}
        disabled={disabled}
        onFile={onInvoice}
        preview={<Preview method={method} invoice={invoice} />}
        className="mt-6"
      />
    </section>
  );
}

function Account({ method, amount }: { method: PaymentMethod; amount: Amount | undefined }) {
  const m = useMessages();
  return (
    <dl className="border-line border-t">
      <Fact name={m.payment.account} value={method.payment_account} />
      <Fact name={m.payment.accountNumber} value={method.account_number} copy={method.account_number} />
      <Fact name={m.payment.fullName} value={method.full_name} />
      {amount && <Fact name={amount.name} value={rupiah(amount.value)} copy={String(amount.value)} />}
    </dl>
  );
}

function Fact({ name, value, copy }: { name: string; value: string; copy?: string }) {
  const m = useMessages();
  return (
    <div className="flex min-h-11 items-center justify-between gap-4 border-line border-b py-1">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1 text-right font-semibold tabular-nums">
        <span className="min-w-0 break-words">{value}</span>
        {copy && <CopyButton text={copy} label={m.payment.copy(name)} copiedLabel={m.payment.copied(name)} />}
      </dd>
    </div>
  );
}

const box = "size-75 max-w-full";
const exampleInvoice = "/invoice-example.webp";

/** The shop's payment code until a picture is chosen, then that picture: always in the same box. */
function Preview({ method, invoice }: Pick<PaymentProps, "method" | "invoice">) {
  const m = useMessages();
  const chosen = useFilePreview(invoice);
  if (invoice && chosen)
    return <img src={chosen} alt={m.upload.chosen(invoice.name)} className={`${box} object-contain`} />;
  if (method === undefined) return <Skeleton className={box} />;
  if (method === null) return <img src={exampleInvoice} alt={m.upload.example} className={box} />;
  return (
    <figure>
      <Picture
        url={method.qris_image.url}
        alt={m.payment.qris(method.full_name)}
        sizes="300px"
        width={300}
        height={300}
        whole
        className={box}
      />
      <figcaption className="mt-2 text-caption text-muted">
        <span className="block">{m.payment.scanOrSave}</span>
        <a
          href={fileAddress(method.qris_image.url)}
          download={method.qris_image.filename}
          className={buttonLook("quiet")}
        >
          {m.payment.saveCode}
        </a>
      </figcaption>
    </figure>
  );
}
