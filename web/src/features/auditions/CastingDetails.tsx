// The details of a casting announcement: event, text, appointments with venue and calendar file, the pass, and
// rescheduling requests.

import type { MyCasting } from "@/data/myCastings";
import type { CastingEvent, EventAnnouncement } from "@/data/tables";
import {
  type AppointmentEntry,
  buildCalendarEntries,
  formatTimeRange,
  sortAppointments,
} from "@/entities/appointments";
import { getEntryTimes } from "@/entities/attendance";
import { findVenue } from "@/entities/castingEvent";
import { getTranslated } from "@/lib/getTranslated";
import { formatLongDateTime } from "@/lib/spokenDates";
import { useLanguage } from "@/messages";
import { useMessages } from "@/messages/account";
import { Button, buttonClassName } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { RescheduleForm } from "./RescheduleForm";
import { TextWithLinks } from "./TextWithLinks";

interface Props {
  casting: MyCasting;
  announcement: EventAnnouncement;
}

export function CastingDetails({ casting, announcement }: Props) {
  const { casting: words } = useMessages();
  const { language } = useLanguage();
  const { events: event } = casting;
  const name = event ? getTranslated(event, "name", language) : words.event;
  const text = announcement.texts[language];
  const hours = sortAppointments(announcement.appointments);
  const isDeclined = casting.event_announcements.some(({ round, accepted }) => round === "result" && !accepted);
  const isExpected = announcement.accepted && !isDeclined && casting.registration_uuid !== null;
  const isAhead = isExpected && hours.some(([, { ends_at }]) => Date.parse(ends_at) > Date.now());
  return (
    <div className="mt-5 flex flex-col items-start gap-4">
      <p>
        <strong>{name}</strong>
        <span className="block text-muted">{words.number(casting.number)}</span>
      </p>
      {text && <TextWithLinks text={text} />}
      {hours.length > 0 && <Appointments appointments={hours} event={event} />}
      {isExpected && (
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          <Link to={`/profile/passes/${casting.uuid}`} className={buttonClassName("solid")}>
            {words.pass}
          </Link>
          {isAhead && <Calendar uid={announcement.announcement_uuid} {...{ appointments: hours, event, name }} />}
        </div>
      )}
      {getEntryTimes(casting.check_ins).map((checkedInAt) => (
        <p key={checkedInAt}>{words.cameIn(formatLongDateTime(checkedInAt, language))}</p>
      ))}
      {isAhead && <RescheduleForm announcement={announcement} />}
    </div>
  );
}

type AppointmentsProps = { appointments: readonly AppointmentEntry[]; event: Pick<CastingEvent, "places"> | null };

function Appointments({ appointments: hours, event }: AppointmentsProps) {
  const { casting: words } = useMessages();
  const { language } = useLanguage();
  return (
    <ul className="flex flex-col gap-3">
      {hours.map(([kind, appointment]) => (
        <li key={kind}>
          <strong>{words.kinds[kind]}</strong>
          <time dateTime={appointment.starts_at} className="block">
            {formatTimeRange(appointment, language)}
          </time>
          <Venue name={appointment.place} event={event} />
        </li>
      ))}
    </ul>
  );
}

function Venue({ name, event }: { name: string; event: AppointmentsProps["event"] }) {
  const m = useMessages();
  const place = event ? findVenue(event, name) : undefined;
  if (!name && !place) return null;
  return (
    <span className="block text-muted">
      {[name || place?.name, place?.address].filter(Boolean).join(", ")}{" "}
      {place?.map && (
        <a
          href={place.map}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4"
        >
          {m.casting.map}
          <span className="sr-only">{`: ${place.name} (${m.footer.opensInNewTab})`}</span>
        </a>
      )}
    </span>
  );
}

function Calendar({ uid, appointments: hours, event, name }: AppointmentsProps & { uid: string; name: string }) {
  const { casting: words } = useMessages();
  const save = async () => {
    const [{ buildCalendarFile }, { downloadText }] = await Promise.all([
      import("@/lib/buildCalendarFile"),
      import("@/lib/download"),
    ]);
    const entries = buildCalendarEntries(uid, hours, event, (kind) => `${name}: ${words.kinds[kind]}`);
    downloadText(buildCalendarFile(entries), `${name}.ics`, "text/calendar");
  };
  return (
    <Button look="outline" onClick={() => void save().catch(console.error)}>
      {words.addToCalendar}
    </Button>
  );
}
