// A timestamp in words, in shop time; its machine-readable `datetime` has 19 characters.

import { formatDateTime, formatShopTime } from "@/lib/dates";
import { useLanguage } from "@/messages";

/** Shows "-" for null. */
export function DateTimeText({ moment }: { moment: string | null }) {
  const { language } = useLanguage();
  const words = formatDateTime(moment, language);
  return moment ? <time dateTime={formatShopTime(moment)}>{words}</time> : words;
}
