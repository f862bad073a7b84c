// The event of a registration, and its questions.

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
  const { open = [], chosen, isWantedClosed } = choice;
  if (open.length === 0) return null;
  return (
    <>
      {open.length > 1 && <EventSelect choice={choice} />}
      {open.length === 1 && chosen && <OnlyEvent event={chosen} isReplacement={isWantedClosed} />}
    </>
  );
}

/** `isReplacement`: another event was wanted, which is closed. */
function OnlyEvent({
  event,
  isReplacement: isAnother,
}: {
  event: NonNullable<EventSelection["chosen"]>;
  isReplacement: boolean;
}) {
  const words = useMessages().registration;
  const name = getTranslated(event, "name", useLanguage().language);
  return (
    <>
      {isAnother && (
        <p className="border-ornament border-l-2 py-1 pl-4">
          {words.eventClosed} {words.formIsFor(name)}
        </p>
      )}
      <p>
        <span className="block font-semibold">{words.event}</span>
        <Link
          to={eventPath(event)}
          className="inline-flex min-h-11 items-center text-lg underline underline-offset-4 hover:text-accent-text"
        >
          {name}
        </Link>
      </p>
    </>
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
