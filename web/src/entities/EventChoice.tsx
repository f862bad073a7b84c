// Which event a screen is about; nothing is asked where there is but one.

import { useId } from "react";
import { useCrewMessages } from "@/messages/crew";
import { inputLook } from "@/ui/inputLook";

type Choosable = { uuid: string; name: string };

interface EventChoiceProps {
  events: readonly Choosable[];
  event: Choosable;
  onChoice: (uuid: string) => void;
}

export function EventChoice({ events, event, onChoice }: EventChoiceProps) {
  const words = useCrewMessages();
  const id = useId();
  if (events.length === 1) return <p className="font-semibold">{event.name}</p>;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {words.event}
      </label>
      <select
        id={id}
        value={event.uuid}
        onChange={({ target }) => onChoice(target.value)}
        className={`${inputLook} bg-paper! [&_option]:bg-paper [&_option]:text-text`}
      >
        {events.map(({ uuid, name }) => (
          <option key={uuid} value={uuid}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
