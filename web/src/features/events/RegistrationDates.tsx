// The registration period, independent of the current time.

import type { CastingEvent } from "@/data/tables";
import { momentInWords } from "@/lib/spokenDates";
import { useLanguage } from "@/messages";
import { eventWords } from "@/messages/events";

export function RegistrationDates({ event: { opens_at, closes_at } }: { event: CastingEvent }) {
  const { language } = useLanguage();
  const words = eventWords[language];
  return (
    <>
      {opens_at && <p>{words.opensOn(momentInWords(opens_at, language))}</p>}
      {closes_at && <p>{words.openUntil(momentInWords(closes_at, language))}</p>}
    </>
  );
}
