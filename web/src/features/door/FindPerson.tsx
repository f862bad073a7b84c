// Somebody without a pass in their hand: by the number, or by a part of the name.

import { type FormEvent, useState } from "react";
import type { DoorPerson } from "@/data/tables";
import { useCrewMessages } from "@/messages/crew";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";

const MOST_SHOWN = 8;
const A_NUMBER = /^\d{1,9}$/;

interface FindPersonProps {
  people: readonly DoorPerson[];
  onNumber: (number: number) => void;
}

export function FindPerson({ people, onNumber }: FindPersonProps) {
  const { door: words } = useCrewMessages();
  const [typed, setTyped] = useState("");
  const sought = typed.trim().toLowerCase();
  const isNumber = A_NUMBER.test(sought);
  const found = sought && !isNumber ? people.filter(({ name }) => name?.toLowerCase().includes(sought)) : [];
  const enter = (number: number) => {
    setTyped("");
    onNumber(number);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const [only, another] = found;
    if (isNumber) enter(Number(sought));
    else if (only && !another) enter(only.number);
  };
  return (
    <form onSubmit={onSubmit} className="my-4">
      <div className="flex items-end gap-3">
        <Field
          className="grow"
          label={words.find}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          enterKeyHint="go"
        />
        <Button type="submit" className="whitespace-nowrap px-4!" disabled={!isNumber && found.length !== 1}>
          {words.check}
        </Button>
      </div>
      {sought && !isNumber && (
        <ul className="mt-2">
          {found.slice(0, MOST_SHOWN).map(({ number, name }) => (
            <li key={number}>
              <button
                type="button"
                onClick={() => enter(number)}
                className="flex min-h-12 w-full items-center gap-3 border-line border-b py-2 text-left hover:bg-tint"
              >
                <span className="min-w-12 font-semibold tabular-nums">{number}</span>
                {name}
              </button>
            </li>
          ))}
          {found.length === 0 && <li className="text-muted">{words.nobody}</li>}
        </ul>
      )}
    </form>
  );
}
