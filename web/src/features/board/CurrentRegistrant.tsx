// The current person, enlarged with actions, and beside them the one to compare. On phones a bar at the bottom.

import type { BoardRegistrant } from "@/entities/board";
import { ComcardPicture } from "@/entities/ComcardPicture";
import { RegistrantDetails } from "@/entities/RegistrantDetails";
import { useCrewMessages } from "@/messages/crew";
import { Button } from "@/ui/Button";
import type { BoardActions } from "./boardActions";
import { JudgingControls } from "./JudgingControls";

interface CurrentPersonProps {
  person: BoardRegistrant;
  beside: BoardRegistrant | undefined;
  hidesName: boolean;
  isAdmin: boolean;
  actions: BoardActions;
}

export function CurrentRegistrant({ person, beside, hidesName, isAdmin, actions }: CurrentPersonProps) {
  const { board: words } = useCrewMessages();
  const compared = beside && beside.uuid !== person.uuid ? [beside] : [];
  return (
    <section
      id="judging-bar"
      aria-label={words.current}
      className="max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:border-line max-lg:border-t max-lg:bg-paper max-lg:px-3 max-lg:pt-2 max-lg:pb-[max(0.5rem,env(safe-area-inset-bottom))] lg:sticky lg:top-28 lg:max-h-[calc(100svh-8rem)] lg:overflow-y-auto lg:flex lg:w-96 lg:shrink-0 lg:flex-col"
    >
      {beside && (
        <div className="max-lg:max-h-[60svh] max-lg:overflow-y-auto">
          <div className="grid grid-cols-2 gap-3">
            {[...compared, person].map((shown) => (
              <LargeCard key={shown.uuid} {...{ hidesName, isAdmin }} person={shown} />
            ))}
          </div>
          <Button look="quiet" onClick={() => actions.compare(beside)}>
            {words.alone}
          </Button>
        </div>
      )}
      {!beside && (
        <div className="hidden lg:block">
          <LargeCard {...{ person, hidesName, isAdmin }} />
        </div>
      )}
      <p className="truncate py-1 font-semibold lg:hidden">
        {person.number} {!hidesName && person.audition_registrations?.name}
      </p>
      <div className="lg:order-first lg:mb-3">
        <JudgingControls {...{ person, isAdmin, actions }} />
      </div>
    </section>
  );
}

function LargeCard({ person, hidesName, isAdmin }: Pick<CurrentPersonProps, "person" | "hidesName" | "isAdmin">) {
  const card = person.audition_registrations;
  return (
    <div className="mb-3 min-w-0">
      {card && (
        <ComcardPicture
          key={card.comcard_image.filename}
          image={card.comcard_image}
          width={300}
          height={400}
          first
          whole
          className="aspect-3/4 max-h-[42svh] w-full"
        />
      )}
      <h2 className="py-2 text-heading">
        {person.number} {!hidesName && card?.name}
      </h2>
      <RegistrantDetails person={person} isAdmin={isAdmin} />
    </div>
  );
}
