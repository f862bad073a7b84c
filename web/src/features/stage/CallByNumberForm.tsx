// Calls a person out of turn, by number.

import { type FormEvent, useState } from "react";
import type { BoardRegistrant } from "@/entities/board";
import { useCrewMessages } from "@/messages/crew";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";

export function CallByNumberForm({
  people,
  onCall,
}: {
  people: readonly BoardRegistrant[];
  onCall: (uuid: string) => void;
}) {
  const { stage: words } = useCrewMessages();
  const [text, setText] = useState("");
  const number = text.trim();
  const person = people.find((other) => `${other.number}` === number);
  const [missing, setMissing] = useState("");
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(person ? "" : number);
    if (!person) return;
    setText("");
    onCall(person.uuid);
  };
  return (
    <>
      <form onSubmit={onSubmit} className="mt-6 flex items-end gap-3">
        <Field
          className="grow"
          label={words.number}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" disabled={!number}>
          {words.call}
        </Button>
      </form>
      <p role="status" className="text-muted not-empty:pt-2">
        {missing && missing === number && words.nobodyHas(missing)}
      </p>
    </>
  );
}
