// The additional questions of an event's registration form.

import { useId, useState } from "react";
import { type EventQuestion, eventQuestions } from "@/data/tables";
import { useAdminMessages } from "@/messages/admin";
import { CheckBox } from "@/ui/CheckBox";
import { useFieldNote } from "@/ui/useFieldNote";
import { useDraftValue, useField } from "../kit/formState";

export function QuestionsField() {
  const a = useAdminMessages();
  const { value, busy } = useField("asked");
  const [asked, setAsked] = useState<readonly EventQuestion[]>((value as EventQuestion[] | undefined) ?? []);
  const { control, note } = useFieldNote({ id: useId(), name: "asked", hint: a.events.questionsHint });
  const [isTouched, setTouched] = useState(false);
  const updateAsked = (next: readonly EventQuestion[]) => {
    setTouched(true);
    setAsked(next);
  };
  useDraftValue("asked", asked, isTouched, updateAsked);
  const toggle = (question: EventQuestion, ticked: boolean) =>
    updateAsked(eventQuestions.filter((other) => (other === question ? ticked : asked.includes(other))));
  return (
    <fieldset {...control} disabled={busy}>
      <legend className="pb-1.5 font-semibold">
        {a.fields.asked} ({a.form.optional})
      </legend>
      <input type="hidden" name="asked" value={JSON.stringify(asked)} />
      {eventQuestions.map((question) => (
        <CheckBox key={question} checked={asked.includes(question)} onTicked={(ticked) => toggle(question, ticked)}>
          {a.events.questions[question]}
        </CheckBox>
      ))}
      {note}
    </fieldset>
  );
}
