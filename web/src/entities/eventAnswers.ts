// The event chosen in a form and the answers to its questions. The limits are those of private.is_valid_answer.
// The height is a field of the card already.

import * as v from "valibot";
import type { EventAnswers, JoinableEvent } from "@/data/auditions";
import type { EventQuestion } from "@/data/tables";
import { parseWhatsAppNumber } from "@/lib/whatsapp";
import type { Messages } from "@/messages/account";
import { createSchemaCheck } from "./formChecks";
import type { ValidationResult } from "./useSubmission";

export const EVENT_FIELD_NAME = "event_uuid";
export const getAnswerControlName = (question: string) => (question === "height" ? "height" : `answer_${question}`);

const MAX_LENGTH = { clothing_size: 40, shoe_size: 40, experience: 2000, social_link: 300 } as const;
const [MIN_HEIGHT, MAX_HEIGHT] = [50, 250];

/** `event` is null while no event is chosen. */
export function parseEventAnswers(
  entered: FormData,
  event: JoinableEvent | null,
  m: Messages,
): ValidationResult<EventAnswers> {
  if (!event)
    return { errors: [m.registration.chooseEvent], invalid: new Map([[EVENT_FIELD_NAME, m.registration.chooseEvent]]) };
  const fields = event.asked.map((question) => [question, answer(question, m)] as const);
  // What is empty is not unclear as well.
  const schema = v.config(v.object(Object.fromEntries(fields)), { abortPipeEarly: true });
  const control = ([question = ""]: readonly string[]) => getAnswerControlName(question);
  const checked = createSchemaCheck(schema, (form) => answersFrom(form, event), control)(entered);
  return "values" in checked ? { values: { event_uuid: event.uuid, answers: checked.values } } : checked;
}

function answersFrom(form: FormData, { asked }: JoinableEvent) {
  return Object.fromEntries(asked.map((question) => [question, form.get(getAnswerControlName(question))]));
}

function answer(question: EventQuestion, m: Messages) {
  const { questions, rules, unclearNumber, unclearLink, heightBetween } = m.registration;
  const text = v.pipe(v.string(), v.trim(), v.nonEmpty(rules.required(questions[question])));
  if (question === "whatsapp")
    return v.pipe(
      text,
      v.check((typed) => parseWhatsAppNumber(typed) !== null, unclearNumber),
    );
  if (question === "height")
    return v.pipe(v.string(), v.trim(), v.check(isHeight, heightBetween(MIN_HEIGHT, MAX_HEIGHT)));
  const limited = v.pipe(
    text,
    v.maxLength(MAX_LENGTH[question], rules.longest(questions[question], MAX_LENGTH[question])),
  );
  return question === "social_link" ? v.pipe(limited, v.regex(link, unclearLink)) : limited;
}

const link = /^(https:\/\/[^\s"<>]+|@[\p{L}\p{N}._]+)$/u;

const isHeight = (typed: string) =>
  /^\d{2,3}$/.test(typed) && Number(typed) >= MIN_HEIGHT && Number(typed) <= MAX_HEIGHT;
