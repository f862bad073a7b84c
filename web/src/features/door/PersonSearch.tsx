// Finds a person without a pass by number or part of the name.

import { type FormEvent, useState } from "react";
import type { DoorPerson } from "@/data/tables";
import { useCrewMessages } from "@/messages/crew";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";

const MAX_RESULTS = 8;
const NUMBER_PATTERN = /^\d{1,9}$/;

interface FindPersonProps {
  people: readonly DoorPerson[];
  onNumber: (number: number) => void;
}

export function PersonSearch({ people, onNumber }: FindPersonProps) {
  const { door: words } = useCrewMessages();
  const [text, setText] = useState("");
  const query = text.trim().toLowerCase();
  const isNumber = NUMBER_PATTERN.test(query);
  const isName = query !== "" && !isNumber;
  const found = isName ? people.filter(({ name }) => name?.toLowerCase().includes(query)) : [];
  const submitNumber = (number: number) => {
    setText("");
    onNumber(number);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const [first, second] = found;
    if (isNumber) submitNumber(Number(query));
    else if (first && !second) submitNumber(first.number);
  };
  return (
    <form onSubmit={onSubmit} className="my-4">
      <div className="flex items-end gap-3">
        <Field
          className="grow"
          label={words.find}
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
          enterKeyHint="go"
        />
        <Button type="submit" className="whitespace-nowrap px-4!" disabled={!isNumber && found.length !== 1}>
          {words.check}
        </Button>
      </div>
      {isName && (
        <ul className="mt-2">
          {found.slice(0, MAX_RESULTS).map(({ number, name }) => (
            <li key={number}>
              <button
                type="button"
                onClick={() => submitNumber(number)}
                className="flex min-h-12 w-full items-center gap-3 border-line border-b py-2 text-left hover:bg-tint"
              >
                <span className="min-w-12 font-semibold tabular-nums">{number}</span>
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-muted not-empty:py-2">
        {found.length > 0 && <span className="sr-only">{words.found(found.length)} </span>}
        {found.length > MAX_RESULTS && words.more(found.length - MAX_RESULTS)}
        {isName && found.length === 0 && words.nobody}
      </p>
    </form>
  );
}
