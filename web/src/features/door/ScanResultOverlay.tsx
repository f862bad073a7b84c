// The full-screen result of a scan, by colour, symbol, text and sound. A welcome closes by itself, the others stay.

import { useEffect, useEffectEvent } from "react";
import type { ScanResult } from "@/data/tables";
import { formatDay, formatShopDay, formatShopTime } from "@/lib/dates";
import type { Language } from "@/lib/language";
import { formatHours, formatLongDateTime } from "@/lib/spokenDates";
import { useLanguage } from "@/messages";
import { useCrewMessages } from "@/messages/crew";
import { useModalDialog } from "@/ui/Dialog";
import { DoorCard } from "./DoorCard";
import { getSignalLight, playSignal, type SignalLight, signalLightSymbols } from "./lights";

const DURATION_MS = 2_500;

/** Dark enough for white text; yellow takes dark text. */
const looks: Record<SignalLight, string> = {
  green: "bg-[#1e6236] text-white",
  yellow: "bg-[#f2b705] text-[#17110f]",
  red: "bg-[#a01520] text-white",
  none: "bg-[#4a4a4a] text-white",
};

export function ScanResultOverlay({ result, onClose }: { result: ScanResult | null; onClose: () => void }) {
  const { door: words } = useCrewMessages();
  const light = getSignalLight(result);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const opener = document.activeElement; // the field of the next number, if the last one was typed
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const dialog = useModalDialog(true);
  useEffect(() => {
    playSignal(light);
    if (light !== "green") return;
    const timer = setTimeout(() => close(), DURATION_MS);
    return () => clearTimeout(timer);
  }, [light]);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      onClose={onClose}
      aria-labelledby="verdict"
      data-light={light}
      className={`m-0 flex h-dvh max-h-none w-screen max-w-none flex-col items-center justify-center gap-3 p-6 text-center ${looks[light]}`}
    >
      <span aria-hidden="true" className="text-[6rem] leading-none">
        {signalLightSymbols[light]}
      </span>
      <p id="verdict" aria-live="assertive" className="font-semibold text-title">
        {words.answers[result?.answer ?? "kept"]}
      </p>
      {result ? <Person result={result} /> : <p className="max-w-prose text-lg">{words.keptScan}</p>}
      <button
        type="button"
        onClick={onClose}
        className="mt-4 min-h-14 w-full max-w-sm rounded-soft border-2 border-current font-semibold text-lg focus-visible:outline-current"
      >
        {words.close}
      </button>
    </dialog>
  );
}

function Person({ result }: { result: ScanResult }) {
  const { door: words } = useCrewMessages();
  const { language } = useLanguage();
  const { answer, number, name, card, days, at, by } = result;
  return (
    <>
      {number !== null && (
        <p className="text-heading">
          {words.number(number)}
          {name && <span className="block">{name}</span>}
        </p>
      )}
      {answer === "already_in" && at && <p className="text-xl">{words.since(timeOf(at, language), by)}</p>}
      {answer === "other_day" && (
        <p className="text-xl">{words.expectedOn(days.map((day) => formatDay(day, language)).join(", "))}</p>
      )}
      {card && <DoorCard image={card} />}
    </>
  );
}

/** "08:41 WIB", with the date if it is not today. */
function timeOf(at: string, language: Language): string {
  const isToday = formatShopDay(at) === formatShopDay(new Date());
  return isToday ? formatHours(formatShopTime(at).slice(11, 16), "", language) : formatLongDateTime(at, language);
}
