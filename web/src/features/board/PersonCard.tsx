// One registrant on the board. Where the address says so, without a name. A swipe to the right accepts, one to the left declines.

import { memo, type TouchEvent, useRef } from "react";
import type { CastingVerdict } from "@/data/tables";
import type { Registrant } from "@/entities/board";
import { Comcard } from "@/entities/Comcard";
import { useAverageScore } from "@/entities/RegistrantFacts";
import { useCrewMessages } from "@/messages/crew";
import { classNames } from "@/ui/classNames";
import { owesFee } from "./filters";

interface PersonCardProps {
  person: Registrant;
  isCurrent: boolean;
  hidesName: boolean;
  onChoose: (uuid: string) => void;
  /** Missing for those who don't decide. */
  onVerdict?: ((uuid: string, verdict: CastingVerdict) => void) | undefined;
}

export const cardId = (uuid: string) => `card-${uuid}`;

const verdictLooks: Record<CastingVerdict, string> = {
  accept: "text-accepted",
  decline: "text-rejected",
  shortlist: "text-processed",
};
const verdictSigns: Record<CastingVerdict, string> = { accept: "✓", decline: "✕", shortlist: "★" };

/** Drawn anew only when something about this person changed. */
export const PersonCard = memo(function PersonCard({ person, isCurrent, hidesName, ...actions }: PersonCardProps) {
  const { board: words } = useCrewMessages();
  const mean = useAverageScore(person);
  const swipe = useSwipe((verdict) => {
    actions.onChoose(person.uuid);
    actions.onVerdict?.(person.uuid, verdict);
  });
  const { uuid, number, own, draft, audition_registrations: card } = person;
  return (
    <li className="[contain-intrinsic-size:auto_26rem] [content-visibility:auto]">
      <button
        id={cardId(uuid)}
        type="button"
        tabIndex={isCurrent ? 0 : -1}
        aria-current={isCurrent || undefined}
        onClick={() => actions.onChoose(uuid)}
        onFocus={() => actions.onChoose(uuid)}
        {...(actions.onVerdict && swipe)}
        className={classNames(
          "block w-full scroll-mt-28 scroll-mb-4 touch-pan-y max-lg:scroll-mb-56 border-2 text-left outline-offset-0",
          isCurrent ? "border-ornament" : "border-line",
        )}
      >
        <CardPicture person={person} />
        <span className="block p-2">
          <span className="block truncate font-semibold">
            <span className="tabular-nums">{number}</span> {!hidesName && card?.name}
          </span>
          <span className="flex min-h-6 gap-3 text-caption">
            {draft.decision && (
              <span className={`font-semibold ${verdictLooks[draft.decision]}`}>
                {verdictSigns[draft.decision]} {words.states[draft.decision]}
              </span>
            )}
            {owesFee(person) && <span className="text-danger">{words.payments.unpaid}</span>}
            <span className="ml-auto tabular-nums">
              {own.score !== null && <span className="font-semibold">★ {own.score}</span>} {mean && `⌀ ${mean}`}
            </span>
          </span>
          <span className="block min-h-5 truncate text-caption text-muted">{draft.tags.join(", ")}</span>
        </span>
      </button>
    </li>
  );
});

function CardPicture({ person: { audition_registrations: card } }: { person: Registrant }) {
  const words = useCrewMessages();
  if (!card) return <span className="grid aspect-3/4 place-items-center bg-tint text-muted">{words.nobody}</span>;
  return <Comcard image={card.comcard_image} width={300} height={400} className="aspect-3/4 w-full" />;
}

const SHORTEST_SWIPE = 80;
const MOST_ASLANT = 50;

function useSwipe(onVerdict: (verdict: CastingVerdict) => void) {
  const from = useRef<{ x: number; y: number } | null>(null);
  const pointOf = ({ changedTouches }: TouchEvent) => {
    const touch = changedTouches[0];
    return touch && { x: touch.clientX, y: touch.clientY };
  };
  /** A fast one would go on as a scroll, and swallow the tap that follows it. React's own listener can't prevent that. */
  const hold = (event: globalThis.TouchEvent) => {
    const [touch] = event.changedTouches;
    if (!from.current || !touch || !event.cancelable) return;
    const isAcross = Math.abs(touch.clientX - from.current.x) > Math.abs(touch.clientY - from.current.y);
    if (isAcross) event.preventDefault();
  };
  return {
    ref: (card: HTMLElement | null) => {
      card?.addEventListener("touchmove", hold, { passive: false });
      return () => card?.removeEventListener("touchmove", hold);
    },
    onTouchStart: (event: TouchEvent) => {
      from.current = pointOf(event) ?? null;
    },
    onTouchEnd: (event: TouchEvent) => {
      const to = pointOf(event);
      if (!from.current || !to) return;
      const [across, down] = [to.x - from.current.x, to.y - from.current.y];
      if (Math.abs(across) < SHORTEST_SWIPE || Math.abs(down) > MOST_ASLANT) return;
      onVerdict(across > 0 ? "accept" : "decline");
    },
  };
}
