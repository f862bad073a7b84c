// A QRIS code for an exact amount, with the payee, a download button, and the shop's static code as a fallback.

import type { ReactNode } from "react";
import { formatRupiah } from "@/lib/money";
import type { QrMatrix } from "@/lib/qrMatrix";
import { useMessages } from "@/messages/account";
import { Button } from "@/ui/Button";
import { CopyButton } from "@/ui/CopyButton";
import { Skeleton } from "@/ui/Skeleton";
import { QrCode, useQrCodeSvg } from "./QrCode";
import { buildExactAmountCode, findQrisFault, parseMerchant, type QrisMerchant } from "./qris";

interface ExactCodeProps {
  /** The text of the shop's static code. */
  qris: string;
  /** Maximum amount of one QRIS payment. */
  ceiling: number;
  amount: number;
  /** The shop's static code, for apps that reject the exact one. */
  children: ReactNode;
}

export function ExactAmountQrCode({ qris, ceiling, amount, children }: ExactCodeProps) {
  const m = useMessages();
  const merchant = findQrisFault(qris) ? null : parseMerchant(qris);
  const { data: qrCode, isError } = useQrCodeSvg(merchant && buildExactAmountCode(qris, amount));
  if (!merchant || isError) return children;
  const price = formatRupiah(amount);
  return (
    <figure className="w-75 max-w-full">
      {qrCode ? (
        <QrCode {...qrCode} label={m.payment.exactQris(price, merchant.name)} />
      ) : (
        <Skeleton className="aspect-square w-full" />
      )}
      <figcaption className="mt-2 flex flex-col gap-2 text-caption">
        <p className="flex items-center justify-between gap-2">
          <strong className="text-lg tabular-nums">{price}</strong>
          <CopyButton
            text={String(amount)}
            label={m.payment.copy(m.payment.toPay)}
            copiedLabel={m.payment.copied(m.payment.toPay)}
          />
        </p>
        {amount > ceiling && <p className="text-processed">{m.payment.overCeiling(formatRupiah(ceiling))}</p>}
        <MerchantCheck merchant={merchant} />
        {qrCode && <SaveButton squares={qrCode.squares} merchant={merchant} amount={amount} />}
        <details>
          <summary className="min-h-11 py-2 font-semibold">{m.payment.refused}</summary>
          <p className="mb-3">{m.payment.typeAmount(price)}</p>
          {children}
        </details>
      </figcaption>
    </figure>
  );
}

/** Shows the payee to compare: pasting another code over the shop's is a known fraud. */
function MerchantCheck({ merchant: { name, city, nmid } }: { merchant: QrisMerchant }) {
  const m = useMessages();
  return (
    <p>
      {m.payment.compare} <strong>{name}</strong>
      <span className="block text-muted">{[city, nmid && `NMID ${nmid}`].filter(Boolean).join(" · ")}</span>
    </p>
  );
}

/** A phone can't scan its own screen, but banking apps read codes from the gallery. */
function SaveButton({ squares, merchant, amount }: { squares: QrMatrix; merchant: QrisMerchant; amount: number }) {
  const m = useMessages();
  const save = async () => {
    const { downloadPaymentPicture } = await import("./paymentPicture");
    await downloadPaymentPicture({ squares, merchant, amount, note: m.payment.oncePerCode });
  };
  return (
    <Button look="outline" onClick={() => void save().catch(console.error)}>
      {m.payment.savePicture}
    </Button>
  );
}
