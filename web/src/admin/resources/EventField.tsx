// The event of a new registration: the only one that is open, unless another is chosen.

import { useQuery } from "@tanstack/react-query";
import { fetchOpenEvents } from "@/data/auditions";
import { fetchCastingEvents } from "@/data/casting";
import { getTranslated } from "@/lib/getTranslated";
import { useLanguage } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { SelectField } from "@/ui/SelectField";
import { useRecordFormState } from "../kit/formState";

export function EventField() {
  const { casting, registrations: words } = useAdminMessages();
  const { language } = useLanguage();
  const isNew = useRecordFormState().record === null;
  const { data } = useQuery({
    queryKey: ["events", "to register for"],
    queryFn: () => Promise.all([fetchCastingEvents(), fetchOpenEvents()]),
    enabled: isNew,
  });
  const [events, open] = data ?? [[], []];
  if (!isNew || events.length === 0) return null;
  const only = open.length === 1 ? open[0] : undefined;
  return (
    <SelectField
      label={casting.event}
      name="event_uuid"
      hint={only ? undefined : words.noEventHint}
      defaultValue={only?.uuid}
      options={events.map((event) => [event.uuid, getTranslated(event, "name", language)] as const)}
    >
      {!only && <option value="">{words.noEvent}</option>}
    </SelectField>
  );
}
