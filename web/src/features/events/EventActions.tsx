// Share and calendar buttons of an event, which need scripts.

import type { CastingEvent } from "@/data/tables";
import { useSharePage } from "@/entities/useSharePage";
import { useLanguage, useMessages } from "@/messages";
import { eventMessages } from "@/messages/events";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";

export default function EventActions({ event, name }: { event: CastingEvent; name: string }) {
  const m = useMessages();
  const words = eventMessages[useLanguage().language];
  const save = async () => {
    const { downloadEventCalendar } = await import("@/entities/eventCalendar");
    downloadEventCalendar(event, name, ({ kind }) => `${name}: ${words.kinds[kind]}`);
  };
  return (
    <div className="flex flex-wrap gap-x-6">
      <Button look="quiet" onClick={useSharePage(name)}>
        <Icon name="share" className="size-4.5" />
        {m.catalogue.share}
      </Button>
      {event.days.length > 0 && (
        <Button look="quiet" onClick={() => void save().catch(console.error)}>
          {words.addToCalendar}
        </Button>
      )}
    </div>
  );
}
