// The scans on this device with the server's answers.

import type { ScanWithResult } from "@/entities/door";
import { useCrewMessages } from "@/messages/crew";
import { getSignalLight, signalLightSymbols } from "./lights";

export function RecentScans({ history }: { history: readonly ScanWithResult[] }) {
  const { door: words } = useCrewMessages();
  if (history.length === 0) return null;
  return (
    <section className="mt-6">
      <h2 className="mb-2 font-semibold">{words.last}</h2>
      <ul>
        {history.map(({ nonce, result }) => (
          <li key={nonce} className="flex min-h-11 items-center gap-3 border-line border-t py-1">
            <span aria-hidden="true" className="w-5 text-center font-semibold">
              {signalLightSymbols[getSignalLight(result)]}
            </span>
            <span className="min-w-10 font-semibold tabular-nums">{result?.number}</span>
            <span className="grow">{result?.name}</span>
            <span>{words.answers[result?.answer ?? "kept"]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
