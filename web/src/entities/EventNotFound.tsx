// The event of a link was not found: another event must not take its place unnoticed, so the user chooses one.

import { getTranslated } from "@/lib/getTranslated";
import { useLanguage } from "@/messages";
import { useCrewMessages } from "@/messages/crew";
import { buttonClassName } from "@/ui/Button";
import { Link } from "@/ui/Link";

export function EventNotFound({ events }: { events: readonly { uuid: string; name: string }[] }) {
  const words = useCrewMessages();
  const { language } = useLanguage();
  return (
    <>
      <p className="mb-4 text-lg">{words.eventNotFound}</p>
      <ul className="flex flex-wrap gap-3">
        {events.map((event) => (
          <li key={event.uuid}>
            <Link to={`?event=${event.uuid}`} className={buttonClassName("outline")}>
              {getTranslated(event, "name", language)}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
