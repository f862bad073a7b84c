// Which event a screen is about; nothing is asked where there is but one.

import { useCrewMessages } from "@/messages/crew";
import { SelectField } from "@/ui/SelectField";

type Choosable = { uuid: string; name: string };

interface EventChoiceProps {
  events: readonly Choosable[];
  event: Choosable;
  onChoice: (uuid: string) => void;
}

export function EventChoice({ events, event, onChoice }: EventChoiceProps) {
  const words = useCrewMessages();
  if (events.length === 1) return <p className="font-semibold">{event.name}</p>;
  return (
    <SelectField
      label={words.event}
      value={event.uuid}
      options={events.map(({ uuid, name }) => [uuid, name] as const)}
      onValue={onChoice}
    />
  );
}
