// The event of a registration, and its questions.

import type { JoinableEvent } from "@/data/auditions";
import type { EventQuestion } from "@/data/tables";
import { eventPath } from "@/entities/castingEvent";
import { EVENT_FIELD_NAME, getAnswerControlName } from "@/entities/eventAnswers";
import { getTranslated } from "@/lib/getTranslated";
import { useLanguage } from "@/messages";
import { useMessages } from "@/messages/account";
import { Field } from "@/ui/Field";
import { Link } from "@/ui/Link";
import { SelectField } from "@/ui/SelectField";
import { TextArea } from "@/ui/TextArea";
import type { EventSelection } from "./useEventSelection";

/** Renders nothing if no event is open; then the form has only its common fields. */
export function EventFields({ choice }: { choice: EventSelection }) {
  const { open = [], chosen, isOnly, isWantedClosed } = choice;
  const words = useMessages().registration;
  const { language } = useLanguage();
  if (open.length === 0) return null;
  return (
    <>
      {isWantedClosed && (
        <p className="border-ornament border-l-2 py-1 pl-4">
          {words.eventClosed} {chosen && words.formIsFor(getTranslated(chosen, "name", language))}
        </p>
      )}
      {chosen && isOnly ? <OnlyEvent event={chosen} /> : <EventSelect choice={choice} />}
    </>
  );
}

function OnlyEvent({ event }: { event: JoinableEvent }) {
  const { event: label } = useMessages().registration;
  return (
    <p>
      <span className="block font-semibold">{label}</span>
      <Link
        to={eventPath(event)}
        className="inline-flex min-h-11 items-center text-lg underline underline-offset-4 hover:text-accent-text"
      >
        {getTranslated(event, "name", useLanguage().language)}
      </Link>
    </p>
  );
}

function EventSelect({ choice: { open = [], chosen, choose } }: { choice: EventSelection }) {
  const words = useMessages().registration;
  const { language } = useLanguage();
  return (
    <SelectField
      label={words.event}
      name={EVENT_FIELD_NAME}
      value={chosen?.uuid ?? ""}
      options={open.map((event) => [event.uuid, getTranslated(event, "name", language)] as const)}
      onValue={choose}
    >
      <option value="" disabled>
        {words.chooseEvent}
      </option>
    </SelectField>
  );
}

/** The common fields already ask for the height. */
export function EventQuestionFields({ asked }: { asked: readonly EventQuestion[] }) {
  return asked
    .filter((question) => question !== "height")
    .map((question) => <Question key={question} kind={question} />);
}

function Question({ kind }: { kind: EventQuestion }) {
  const { questions, whatsappHint, linkHint } = useMessages().registration;
  const control = { label: questions[kind], name: getAnswerControlName(kind) };
  if (kind === "experience") return <TextArea rows={3} maxLength={2000} {...control} />;
  if (kind === "whatsapp")
    return <Field type="tel" autoComplete="tel" hint={whatsappHint} maxLength={40} {...control} />;
  if (kind === "social_link") return <Field autoComplete="url" hint={linkHint} maxLength={300} {...control} />;
  return <Field autoComplete="off" maxLength={40} {...control} />;
}
