// The code in the picture of a payment method: read in the browser, judged, and kept once somebody confirmed whose it is.

import { useEffect, useRef, useState } from "react";
import { readPicture } from "@/data/pictures";
import type { PaymentMethod } from "@/data/tables";
import { type Merchant, merchantOf, paymentCodeOf, qrisFault } from "@/entities/qris";
import { readQrCodes } from "@/lib/qrReader";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { PriceField } from "../kit/fields";
import { useField, useFormState } from "../kit/formState";

/** The most that one payment carries with most acquirers, in rupiah. */
export const USUAL_CEILING = 10_000_000;

interface QrisCodeFieldProps {
  /** Where the stored picture lies. */
  folder: string;
  /** The chosen one, which takes its place. */
  file: File | null;
}

export function QrisCodeField({ folder, file }: QrisCodeFieldProps) {
  const { qris: words } = useAdminMessages().payment;
  const method = useFormState().record as PaymentMethod | null;
  const kept = method?.qris ?? null;
  const [confirmed, setConfirmed] = useState(kept);
  const { reading, read } = useReading(file, kept);
  const usable = typeof reading === "object" && !qrisFault(reading.text) ? reading.text : null;
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
            onClick={() => read(readPicture(folder, method.qris_image.filename))}
          >
            {words.read}
          </Button>
        </>
      )}
      <Verdict reading={reading} />
      {usable && (
        <Confirmation
          text={usable}
          confirmed={usable === confirmed}
          onConfirmed={(yes) => setConfirmed(yes ? usable : null)}
        />
      )}
    </fieldset>
  );
}

/** "asked": a picture is stored, and its code is read if somebody wants it. */
type Reading = "asked" | "reading" | "nothing" | "several" | { text: string };

function useReading(file: File | null, kept: string | null) {
  const before: Reading = kept ? { text: kept } : "asked";
  const [reading, setReading] = useState<Reading>(before);
  const turn = useRef(0);

  function read(picture: Promise<Blob>): void {
    turn.current += 1;
    const mine = turn.current;
    setReading("reading");
    const done = (now: Reading) => mine === turn.current && setReading(now);
    picture.then(readQrCodes).then(
      (texts) => done(paymentCodeOf(texts) ?? "nothing"),
      (failure: unknown) => {
        console.error(failure);
        done("nothing");
      },
    );
  }

  // Another picture is the only reason to read again.
  useEffect(() => {
    if (file) return read(Promise.resolve(file));
    turn.current += 1;
    setReading(before);
  }, [file]);

  return { reading, read };
}

/** Always in the page, so that a change is read out. */
function Verdict({ reading }: { reading: Reading }) {
  const { qris: words } = useAdminMessages().payment;
  const fault = typeof reading === "object" ? qrisFault(reading.text) : null;
  const trouble = fault ? words.faults[fault] : (reading === "nothing" || reading === "several") && words[reading];
  return (
    <p role="status" className={trouble ? "text-processed" : "text-muted"}>
      {reading === "reading" && words.reading}
      {trouble && `${trouble} ${words.asItIs}`}
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
  const merchant = merchantOf(text);
  return (
    <>
      {merchant && <Whose {...merchant} />}
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
          <PriceField name="ceiling" initial={USUAL_CEILING} />
        </>
      )}
    </>
  );
}

function Whose({ name, city, nmid }: Merchant) {
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
