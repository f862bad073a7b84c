// The QRIS code to scan: generated for the exact amount if the shop's static code allows it, else the shop's picture.

import type { PaymentMethod } from "@/data/tables";
import { useMessages } from "@/messages/account";
import { buttonClassName } from "@/ui/Button";
import { buildFileUrl, Picture } from "@/ui/Picture";
import { Skeleton } from "@/ui/Skeleton";
import { ExactAmountQrCode } from "./ExactAmountQrCode";
import { hasNoQris } from "./noQris";
import type { PaymentAmount } from "./PaymentAccountDetails";

export const qrCodeSizeClassName = "size-75 max-w-full";

export function PaymentQrCode({ method, amount }: { method: PaymentMethod; amount?: PaymentAmount | undefined }) {
  if (hasNoQris(method)) return null;
  const original = <ShopCode method={method} />;
  if (!method.qris || !amount) return original;
  if (amount.value === undefined) return <Skeleton className={qrCodeSizeClassName} />;
  return (
    <ExactAmountQrCode qris={method.qris} ceiling={method.ceiling} amount={amount.value}>
      {original}
    </ExactAmountQrCode>
  );
}

function ShopCode({ method }: { method: PaymentMethod }) {
  const m = useMessages();
  return (
    <figure>
      <Picture
        url={method.qris_image.url}
        alt={m.payment.qris(method.full_name)}
        sizes="300px"
        width={300}
        height={300}
        whole
        className={qrCodeSizeClassName}
      />
      <figcaption className="mt-2 text-caption text-muted">
        <span className="block">{m.payment.scanOrSave}</span>
        <a
          href={buildFileUrl(method.qris_image.url)}
          download={method.qris_image.filename}
          className={buttonClassName("quiet")}
        >
          {m.payment.saveCode}
        </a>
      </figcaption>
    </figure>
  );
}
