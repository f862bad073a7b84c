// The registration period, independent of the current time.

import type { CastingEvent } from "@/data/tables";
import { formatLongDateTime } from "@/lib/spokenDates";
import { useLanguage } from "@/messages";
import { eventMessages } from "@/messages/events";

export function RegistrationDates({ event: { opens_at, closes_at } }: { event: CastingEvent }) {
  const { language } = useLanguage();
  const words = eventMessages[language];
  return (
    <>
      {opens_at && <p>{words.opensOn(formatLongDateTime(opens_at, language))}</p>}
      {closes_at && <p>{words.openUntil(formatLongDateTime(closes_at, language))}</p>}
    </>
  );
}
