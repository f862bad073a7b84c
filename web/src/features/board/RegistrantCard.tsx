// A registrant's card, optionally without the name. Swiping right accepts, swiping left declines.

import { memo, type TouchEvent } from "react";
import type { CastingVerdict } from "@/data/tables";
import type { BoardRegistrant } from "@/entities/board";
import { ComcardPicture } from "@/entities/ComcardPicture";
import { useFormattedAverageScore } from "@/entities/RegistrantDetails";
import { useCrewMessages } from "@/messages/crew";
import { classNames } from "@/ui/classNames";
import { owesFee } from "./boardParams";

interface PersonCardProps {
  person: BoardRegistrant;
  isCurrent: boolean;
  hidesName: boolean;
  onChoose: (uuid: string) => void;
  /** Missing for users who cannot decide. */
  onVerdict?: ((uuid: string, verdict: CastingVerdict) => void) | undefined;
}

export const getCardElementId = (uuid: string) => `card-${uuid}`;

const verdictLooks: Record<CastingVerdict, string> = {
  accept: "text-accepted",
  decline: "text-rejected",
  shortlist: "text-processed",
};
const verdictSymbols: Record<CastingVerdict, string> = { accept: "✓", decline: "✕", shortlist: "★" };

/** Memoized, so that only the changed person's card re-renders. */
export const RegistrantCard = memo(function RegistrantCard({
  person,
  isCurrent,
  hidesName,
  ...actions
}: PersonCardProps) {
  const { board: words } = useCrewMessages();
  const mean = useFormattedAverageScore(person);
  const swipe = useSwipe((verdict) => {
    actions.onChoose(person.uuid);
    actions.onVerdict?.(person.uuid, verdict);
  });
  const { uuid, number, own, castingDecision, audition_registrations: card } = person;
  return (
    <li className="[contain-intrinsic-size:auto_26rem] [content-visibility:auto]">
      <button
        id={getCardElementId(uuid)}
        type="button"
        tabIndex={isCurrent ? 0 : -1}
        aria-current={isCurrent || undefined}
        onClick={() => actions.onChoose(uuid)}
        onFocus={() => actions.onChoose(uuid)}
        {...(actions.onVerdict && swipe)}
        className={classNames(
          "block w-full scroll-mb-4 touch-pan-y max-lg:scroll-mb-56 border-2 text-left outline-offset-0",
          isCurrent ? "border-ornament" : "border-line",
        )}
      >
        <CardPicture person={person} />
        <span className="block p-2">
          <span className="block truncate font-semibold">
            <span className="tabular-nums">{number}</span> {!hidesName && card?.name}
          </span>
          <span className="flex min-h-6 gap-3 text-caption">
            {castingDecision.decision && (
              <span className={`font-semibold ${verdictLooks[castingDecision.decision]}`}>
                {verdictSymbols[castingDecision.decision]} {words.states[castingDecision.decision]}
              </span>
            )}
            {owesFee(person) && <span className="text-danger">{words.payments.unpaid}</span>}
            <span className="ml-auto tabular-nums">
              {own.score !== null && <span className="font-semibold">★ {own.score}</span>} {mean && `⌀ ${mean}`}
            </span>
          </span>
          <span className="block min-h-5 truncate text-caption text-muted">{castingDecision.tags.join(", ")}</span>
        </span>
      </button>
    </li>
  );
});

function CardPicture({ person: { audition_registrations: card } }: { person: BoardRegistrant }) {
  const words = useCrewMessages();
  if (!card) return <span className="grid aspect-3/4 place-items-center bg-tint text-muted">{words.nobody}</span>;
  return <ComcardPicture image={card.comcard_image} width={300} height={400} className="aspect-3/4 w-full" />;
}

const MIN_SWIPE = 80;
const MAX_VERTICAL = 50;

/** One for all cards: a second finger, on whichever card, ends the swipe. */
let start: { x: number; y: number } | null = null;

function useSwipe(onVerdict: (verdict: CastingVerdict) => void) {
  const pointOf = ({ changedTouches }: TouchEvent) => {
    const touch = changedTouches[0];
    return touch && { x: touch.clientX, y: touch.clientY };
  };
  /**
   * Prevents a fast swipe from turning into a scroll, which would swallow the next tap. React's touch listeners are
   * passive and cannot prevent it.
   */
  const preventScroll = (event: globalThis.TouchEvent) => {
    const [touch] = event.changedTouches;
    if (event.touches.length > 1) start = null;
    if (!start || !touch || !event.cancelable) return;
    const isHorizontal = Math.abs(touch.clientX - start.x) > Math.abs(touch.clientY - start.y);
    if (isHorizontal) event.preventDefault();
  };
  return {
    ref: (card: HTMLElement | null) => {
      card?.addEventListener("touchmove", preventScroll, { passive: false });
      return () => card?.removeEventListener("touchmove", preventScroll);
    },
    onTouchStart: (event: TouchEvent) => {
      start = (event.touches.length === 1 && pointOf(event)) || null;
    },
    onTouchEnd: (event: TouchEvent) => {
      const end = pointOf(event);
      if (!start || !end || event.touches.length > 0) return;
      const [dx, dy] = [end.x - start.x, end.y - start.y];
      if (Math.abs(dx) < MIN_SWIPE || Math.abs(dy) > MAX_VERTICAL) return;
      onVerdict(dx > 0 ? "accept" : "decline");
    },
  };
}
