// Which records of a table are shown: by their status, by the person, by the day on which they came.

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { searchPeople } from "@/data/people";
import type { RowOf, TableName } from "@/data/records";
import { useDebounced } from "@/lib/useDebounced";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { CheckBox } from "@/ui/CheckBox";
import { Combobox } from "@/ui/Combobox";
import { Field } from "@/ui/Field";
import { Icon } from "@/ui/Icon";
import { selectLook } from "@/ui/inputLook";
import { usePersonName } from "./people";
import type { Choice, TableFacts } from "./resource";
import { type Filters, filterCount, type ListState, unfiltered } from "./useListState";

interface FiltersProps<Name extends TableName> {
  facts: Pick<TableFacts<Name>, "choice" | "personal" | "waiting">;
  view: ListState;
  onView: (change: Partial<Filters>) => void;
}

/** Folded away until it is wanted or filters. */
export function FilterPanel<Name extends TableName>({ facts, view, onView }: FiltersProps<Name>) {
  const a = useAdminMessages();
  const words = a.filters;
  const [wanted, setWanted] = useState<boolean | null>(null);
  const id = useId();
  const active = filterCount(view);
  const open = wanted ?? active > 0;
  const change: typeof onView = (filters) => {
    setWanted(true);
    onView(filters);
  };
  return (
    <>
      <Button
        look="outline"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setWanted(!open)}
        className="max-sm:grow"
      >
        {active > 0 ? `${words.filters} (${active})` : words.filters}
      </Button>
      <div id={id} hidden={!open} className="order-last basis-full">
        {open && (
          <div className="grid gap-4 bg-tint/40 p-4 sm:grid-cols-2 xl:grid-cols-4">
            {facts.choice && (
              <ChoiceFilter choice={facts.choice} value={view.status} onValue={(status) => change({ status })} />
            )}
            {facts.personal && <PersonFilter person={view.person} onPerson={(person) => change({ person })} />}
            {facts.waiting && (
              <CheckBox
                checked={view.waiting !== ""}
                onTicked={(ticked) => change({ waiting: ticked ? "true" : "" })}
                className="self-end"
              >
                {facts.waiting.words(a)}
              </CheckBox>
            )}
            <DayFilter label={words.from} day={view.from} onDay={(from) => change({ from })} />
            <DayFilter label={words.to} day={view.to} onDay={(to) => change({ to })} />
            <Button look="quiet" onClick={() => change(unfiltered)} className="justify-self-start">
              {words.clear}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

function ChoiceFilter<Name extends TableName>({
  choice,
  value,
  onValue,
}: {
  choice: Choice<RowOf<Name>>;
  value: string;
  onValue: (value: string) => void;
}) {
  const a = useAdminMessages();
  return (
    <Labelled label={a.fields[choice.field]}>
      {(id) => (
        <select id={id} value={value} onChange={(event) => onValue(event.target.value)} className={selectLook}>
          <option value="">{a.filters.all}</option>
          {choice.values.map((one) => (
            <option key={one} value={one}>
              {choice.word(one, a)}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** By name or email; taken is the ID. */
function PersonFilter({ person, onPerson }: { person: string; onPerson: (person: string) => void }) {
  const { filters: words, people } = useAdminMessages();
  const [typed, setTyped] = useState("");
  const [taken, setTaken] = useState(false);
  const name = usePersonName(person);
  const asked = useDebounced(typed.trim());
  const { data } = useQuery({
    queryKey: ["admin", "people", asked],
    queryFn: () => searchPeople(asked),
    enabled: asked !== "",
    placeholderData: keepPreviousData,
  });
  const type = (text: string) => {
    const isId = UUID.test(text);
    setTyped(isId ? "" : text);
    if (!isId) return;
    setTaken(true);
    onPerson(text);
  };
  if (person)
    return (
      <div className="flex flex-col gap-1.5">
        <span className="font-semibold">{words.person}</span>
        <Button look="outline" title={words.everybody} autoFocus={taken} onClick={() => onPerson("")}>
          <span className="truncate">{name ?? person}</span>
          <Icon name="close" className="size-4 shrink-0" />
        </Button>
      </div>
    );
  return (
    <Combobox
      label={words.person}
      name="person"
      hint={words.personHint}
      typed={typed}
      onTyped={type}
      options={asked ? data?.map((one) => ({ id: one.user_id, ...one })) : []}
      show={(one) => (
        <>
          <span className="block">{one.name ?? one.email}</span>
          {one.name && <span className="block text-caption text-muted">{one.email}</span>}
        </>
      )}
      words={{ list: people.people, none: words.nobody, found: people.found }}
      disabled={false}
    />
  );
}

function DayFilter({ label, day, onDay }: { label: string; day: string; onDay: (day: string) => void }) {
  return <Field label={label} type="date" value={day} onChange={(event) => onDay(event.target.value)} />;
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {children(id)}
    </div>
  );
}
