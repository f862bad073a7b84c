// A moment as the reader says it, in the shop's time; for programs it stands there in 19 characters.

import { dateInWords, shopTime } from "@/lib/dates";
import { useLanguage } from "@/messages";

/** "-" where there is none. */
export function Moment({ moment }: { moment: string | null }) {
  const { language } = useLanguage();
  const words = dateInWords(moment, language);
  return moment ? <time dateTime={shopTime(moment)}>{words}</time> : words;
}
