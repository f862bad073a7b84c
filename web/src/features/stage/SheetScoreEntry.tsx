// Entering a paper sheet: a digit is the score and moves the focus to the next person.

import { useQuery } from "@tanstack/react-query";
import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { fetchJurors } from "@/data/board";
import type { ScoreChanges } from "@/data/tables";
import type { BoardRegistrant, BoardStore } from "@/entities/board";
import type { QueuedSave } from "@/entities/saveQueue";
import { UnsavedChangesNotice } from "@/entities/UnsavedChangesNotice";
import { useCrewMessages } from "@/messages/crew";
import { inputClassName } from "@/ui/inputClassName";
import { SelectField } from "@/ui/SelectField";

export function SheetScoreEntry({ people, board }: { people: readonly BoardRegistrant[]; board: BoardStore }) {
  const { sheet: words } = useCrewMessages();
  const [juror, setJuror] = useState("");
  const [discarded, setDiscarded] = useState<readonly string[]>([]);
  useEffect(() => {
    const onDiscarded = (saves: readonly QueuedSave[]) =>
      setDiscarded((before) => [...before, ...saves.map(({ registration }) => registration)]);
    return board.saves.observe({ onDiscarded });
  }, [board]);
  /** Grows with each discarded change, whose fields then show again what is stored. */
  const discardsOf = ({ uuid }: BoardRegistrant) => discarded.filter((registration) => registration === uuid).length;
  const { data = [] } = useQuery({ queryKey: ["casting", "jurors"], queryFn: fetchJurors });
  return (
    <div className="max-w-xl">
      <UnsavedChangesNotice saves={board.saves} />
      <SelectField
        className="mb-4"
        label={words.juror}
        value={juror}
        options={data.map(({ user_id, email }) => [user_id, email] as const)}
        onValue={setJuror}
      >
        <option value="">{words.choose}</option>
      </SelectField>
      {juror && (
        <ul key={juror}>
          {people.map((person) => (
            <ScoreRow key={`${person.uuid} ${discardsOf(person)}`} {...{ person, board, juror }} />
          ))}
        </ul>
      )}
    </div>
  );
}

function ScoreRow({ person, board, juror }: { person: BoardRegistrant; board: BoardStore; juror: string }) {
  const { sheet: words } = useCrewMessages();
  const stored = juror === board.userId ? person.own : person.scores.find(({ user_id }) => user_id === juror);
  const write = (changes: ScoreChanges) =>
    board.saves.put({ kind: "score", registration: person.uuid, juror, changes: { ...changes } });
  const entered = useRef(String(stored?.score ?? ""));
  const onScore = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (!/^[0-5]?$/.test(target.value)) {
      target.value = entered.current;
      return target.select();
    }
    entered.current = target.value;
    write({ score: target.value === "" ? null : Number(target.value) });
    if (target.value !== "") focusNext(target);
  };
  return (
    <li className="grid grid-cols-[2.5rem_1fr_3.5rem] items-center gap-x-3 gap-y-1 border-line border-t py-2 sm:grid-cols-[2.5rem_1fr_3.5rem_1fr]">
      <span className="font-semibold tabular-nums">{person.number}</span>
      <span className="truncate">{person.audition_registrations?.name}</span>
      <input
        data-score
        aria-label={words.scoreOf(person.number)}
        inputMode="numeric"
        autoComplete="off"
        maxLength={1}
        defaultValue={stored?.score ?? ""}
        onFocus={({ target }) => target.select()}
        onChange={onScore}
        className={`${inputClassName} px-0! text-center`}
      />
      <input
        aria-label={words.noteOf(person.number)}
        placeholder={words.note}
        autoComplete="off"
        maxLength={2_000}
        defaultValue={stored?.note ?? ""}
        onChange={({ target }) => write({ note: target.value.trim() || null })}
        className={`${inputClassName} max-sm:col-span-3`}
      />
    </li>
  );
}

function focusNext(field: HTMLInputElement): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>("input[data-score]")];
  fields[fields.indexOf(field) + 1]?.focus();
}
