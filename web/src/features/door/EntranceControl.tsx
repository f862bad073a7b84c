// The door of one event: counts, camera, search, and the full-screen result of a scan.

import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useSession } from "@/data/session";
import { createDoorStore, type DoorState, type ScannedCode } from "@/entities/door";
import { countAttendance } from "@/entities/scanEvaluation";
import { formatShopDay, formatTimeAgo } from "@/lib/dates";
import { useNow } from "@/lib/useNow";
import { useLanguage, useMessages } from "@/messages";
import { useCrewMessages } from "@/messages/crew";
import { formatError } from "@/messages/failures";
import { CodeScanner } from "./CodeScanner";
import { PersonSearch } from "./PersonSearch";
import { RecentScans } from "./RecentScans";
import { ScanResultOverlay } from "./ScanResultOverlay";

interface EntranceControlProps {
  event: string;
  onClockOffset: (offset: number) => void;
}

export function EntranceControl({ event, onClockOffset }: EntranceControlProps) {
  const { email } = useSession().user;
  const door = useMemo(() => createDoorStore(event, email), [event, email]);
  const state = useSyncExternalStore(door.subscribe, door.read);
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => door.startSync(), [door]);
  const { clockOffset } = state;
  useEffect(() => {
    if (clockOffset !== null) onClockOffset(clockOffset);
  }, [clockOffset, onClockOffset]);
  const scan = (code: ScannedCode) => void door.scan(code).then(() => setShown(door.read().history[0]?.nonce ?? null));
  const verdict = state.history.find(({ nonce }) => nonce === shown);
  return (
    <>
      <DoorStatus state={state} />
      <CodeScanner onCode={(token) => scan({ token })} />
      <PersonSearch people={state.list?.people ?? []} onNumber={(number) => scan({ number })} />
      <RecentScans history={state.history} />
      {verdict && <ScanResultOverlay key={verdict.nonce} result={verdict.result} onClose={() => setShown(null)} />}
    </>
  );
}

function DoorStatus({ state }: { state: DoorState }) {
  const { door: words } = useCrewMessages();
  const { language } = useLanguage();
  const m = useMessages();
  const { list, clockOffset, unsent, isReachable, refusal, canPersist } = state;
  const now = (useNow(TICK_MS) ?? Date.now()) + (clockOffset ?? 0);
  const counts = list && countAttendance(list, formatShopDay(new Date(now)));
  return (
    <div className="my-3">
      <p className="text-heading tabular-nums" data-testid="counts">
        {counts ? words.counts(counts.present, counts.expected) : words.noList}
      </p>
      <p role="status" className="text-muted">
        <span className={isReachable === false ? "font-semibold text-danger" : ""}>
          {isReachable === false ? words.offline : isReachable && words.online}
        </span>
        {list && (
          <span>
            {" "}
            · {words.listAge(isRecent(list.at, now) ? words.justNow : formatTimeAgo(list.at, language, now))}
          </span>
        )}
        {unsent > 0 && <span> · {words.waiting(unsent)}</span>}
      </p>
      {Boolean(refusal) && (
        <p role="alert" className="text-danger">
          {formatError(refusal, m)}
        </p>
      )}
      {!canPersist && (
        <p role="alert" className="text-danger">
          {words.notKept}
        </p>
      )}
    </div>
  );
}

const isRecent = (at: string, now: number) => now - Date.parse(at) < 60_000;

const TICK_MS = 20_000;
