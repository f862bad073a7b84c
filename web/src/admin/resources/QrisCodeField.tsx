// The QRIS code in a payment method's picture: decoded in the browser, checked, and saved once the merchant is
// confirmed.

import { useEffect, useRef, useState } from "react";
import { fetchPicture } from "@/data/pictures";
import type { PaymentMethod } from "@/data/tables";
import { findQrisFault, parseMerchant, pickPaymentCode, type QrisMerchant } from "@/entities/qris";
import { readQrCodes } from "@/lib/qrReader";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { PriceField } from "../kit/fields";
import { useField, useRecordFormState } from "../kit/formState";

/** The usual maximum of one payment, in rupiah. */
export const DEFAULT_CEILING_RUPIAH = 10_000_000;

interface QrisCodeFieldProps {
  /** The folder of the stored picture. */
  folder: string;
  /** The chosen file, which replaces the stored picture. */
  file: File | null;
}

export function QrisCodeField({ folder, file }: QrisCodeFieldProps) {
  const { qris: words } = useAdminMessages().payment;
  const method = useRecordFormState().record as PaymentMethod | null;
  const stored = method?.qris ?? null;
  const [confirmed, setConfirmed] = useState(stored);
  const { reading, decode } = useDecoding(file, stored);
  const usable = typeof reading === "object" && !findQrisFault(reading.text) ? reading.text : null;
  return (
    <fieldset className="flex w-full min-w-0 flex-col gap-3 border-ornament border-l-2 pl-4">
      <legend className="font-semibold">{words.title}</legend>
      <input type="hidden" name="qris" value={usable && usable === confirmed ? usable : ""} readOnly />
      {reading === "asked" && method && (
        <>
          <p className="text-caption text-muted">{words.hint}</p>
          <Button
            look="outline"
            className="self-start"
            onClick={() => decode(fetchPicture(folder, method.qris_image.filename))}
          >
            {words.read}
          </Button>
        </>
      )}
      <DecodingStatus reading={reading} />
      {usable && (
        <Confirmation
          text={usable}
          confirmed={usable === confirmed}
          onConfirmed={(isConfirmed) => setConfirmed(isConfirmed ? usable : null)}
        />
      )}
    </fieldset>
  );
}

/** "asked": a picture is stored, and its code is decoded on request. */
type Reading = "asked" | "reading" | "nothing" | "several" | { text: string };

function useDecoding(file: File | null, stored: string | null) {
  const initial: Reading = stored ? { text: stored } : "asked";
  const [reading, setReading] = useState<Reading>(initial);
  const latestRun = useRef(0);

  function decode(picture: Promise<Blob>): void {
    latestRun.current += 1;
    const run = latestRun.current;
    setReading("reading");
    const finish = (result: Reading) => run === latestRun.current && setReading(result);
    picture.then(readQrCodes).then(
      (texts) => finish(pickPaymentCode(texts) ?? "nothing"),
      (failure: unknown) => {
        console.error(failure);
        finish("nothing");
      },
    );
  }

  // Only a new file triggers decoding.
  useEffect(() => {
    if (file) return decode(Promise.resolve(file));
    latestRun.current += 1;
    setReading(initial);
  }, [file]);

  return { reading, decode };
}

/** Always rendered as a live region, so that changes are announced. */
function DecodingStatus({ reading }: { reading: Reading }) {
  const { qris: words } = useAdminMessages().payment;
  const fault = typeof reading === "object" ? findQrisFault(reading.text) : null;
  const problem = fault ? words.faults[fault] : (reading === "nothing" || reading === "several") && words[reading];
  return (
    <p role="status" className={problem ? "text-processed" : "text-muted"}>
      {reading === "reading" && words.reading}
      {problem && `${problem} ${words.asItIs}`}
    </p>
  );
}

interface ConfirmationProps {
  text: string;
  confirmed: boolean;
  onConfirmed: (confirmed: boolean) => void;
}

function Confirmation({ text, confirmed, onConfirmed }: ConfirmationProps) {
  const { qris: words } = useAdminMessages().payment;
  const { busy } = useField("qris");
  const merchant = parseMerchant(text);
  return (
    <>
      {merchant && <MerchantFacts {...merchant} />}
      <p className="text-caption text-muted">{words.swapped}</p>
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          checked={confirmed}
          disabled={busy}
          onChange={(event) => onConfirmed(event.target.checked)}
          className="size-5 shrink-0 accent-(--accent)"
        />
        {words.confirm}
      </label>
      {confirmed && (
        <>
          <p className="text-caption text-muted">{words.unofficial}</p>
          <PriceField name="ceiling" initial={DEFAULT_CEILING_RUPIAH} />
        </>
      )}
    </>
  );
}

function MerchantFacts({ name, city, nmid }: QrisMerchant) {
  const { qris: words } = useAdminMessages().payment;
  const facts = [
    [words.merchant, name],
    [words.city, city],
    [words.nmid, nmid],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {facts.map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-muted">{term}</dt>
          <dd className="wrap-anywhere font-semibold">{value || "-"}</dd>
        </div>
      ))}
    </dl>
  );
}
