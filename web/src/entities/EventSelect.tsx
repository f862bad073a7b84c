// Selects the event of a screen; a single event is shown as text.

import { getTranslated } from "@/lib/getTranslated";
import { useLanguage } from "@/messages";
import { useCrewMessages } from "@/messages/crew";
import { SelectField } from "@/ui/SelectField";

type Choosable = { uuid: string; name: string };

interface EventChoiceProps {
  events: readonly Choosable[];
  event: Choosable;
  onChoice: (uuid: string) => void;
}

export function EventSelect({ events, event, onChoice }: EventChoiceProps) {
  const words = useCrewMessages();
  const { language } = useLanguage();
  const nameOf = (one: Choosable) => getTranslated(one, "name", language);
  if (events.length === 1) return <p className="font-semibold">{nameOf(event)}</p>;
  return (
    <SelectField
      label={words.event}
      value={event.uuid}
      options={events.map((one) => [one.uuid, nameOf(one)] as const)}
      onValue={onChoice}
    />
  );
}
