// The actions on a case, fixed at the bottom of the screen within thumb reach.

import { useReviewMessages } from "@/messages/review";
import { Button } from "@/ui/Button";

interface DecisionBarProps {
  isWaiting: boolean;
  /** Repeated here, because the facts may be scrolled out of view. */
  amount: string;
  busy: boolean;
  onAccept: () => void;
  onReject: () => void;
  onLater: () => void;
  onNext: () => void;
}

export function DecisionBar({ isWaiting, amount, busy, onAccept, onReject, onLater, onNext }: DecisionBarProps) {
  const { decision: words } = useReviewMessages();
  return (
    <div
      data-bottom-bar
      className="sticky bottom-0 z-10 max-lg:bottom-16 mt-5 flex flex-wrap gap-3 border-line border-t bg-paper py-3"
    >
      <p aria-hidden="true" className="basis-full text-center font-display text-2xl leading-none md:hidden">
        {amount}
      </p>
      {isWaiting ? (
        <>
          <Button look="outline" disabled={busy} onClick={onReject} className="grow px-3!">
            {words.reject}
          </Button>
          <Button look="outline" disabled={busy} onClick={onLater} className="grow px-3!">
            {words.later}
          </Button>
          <Button disabled={busy} onClick={onAccept} className="grow-2 px-3!">
            {words.accept}
          </Button>
        </>
      ) : (
        <Button look="outline" onClick={onNext} className="grow">
          {words.next}
        </Button>
      )}
    </div>
  );
}
