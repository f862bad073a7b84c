// The filters of a table: status, person, date range.

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { searchPeople } from "@/data/people";
import type { RowOf, TableName } from "@/data/records";
import { useDebouncedValue } from "@/lib/useDebouncedValue";
import { UUID } from "@/lib/uuid";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { CheckBox } from "@/ui/CheckBox";
import { Combobox } from "@/ui/Combobox";
import { Field } from "@/ui/Field";
import { Icon } from "@/ui/Icon";
import { SelectField } from "@/ui/SelectField";
import { usePersonName } from "./people";
import type { ChoiceColumn, TableDefinition } from "./resource";
import { countActiveFilters, type ListFilters, type ListState, NO_FILTERS } from "./useListState";

interface FiltersProps<Name extends TableName> {
  facts: Pick<TableDefinition<Name>, "choice" | "personal" | "waiting">;
  view: ListState;
  onView: (change: Partial<ListFilters>) => void;
}

const narrowScreen = globalThis.matchMedia?.("(width < 40rem)");

/** Collapsed until opened; where there is room for it beside the rows, open from the start while a filter is active. */
export function FilterPanel<Name extends TableName>({ facts, view, onView }: FiltersProps<Name>) {
  const a = useAdminMessages();
  const words = a.filters;
  const [isOpened, setOpened] = useState<boolean | null>(null);
  const id = useId();
  const active = countActiveFilters(view);
  const open = isOpened ?? (active > 0 && !narrowScreen?.matches);
  const handleChange: typeof onView = (filters) => {
    setOpened(true);
    onView(filters);
  };
  return (
    <>
      <Button
        look="outline"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpened(!open)}
        className="max-sm:grow"
      >
        {active > 0 ? `${words.filters} (${active})` : words.filters}
      </Button>
      <div id={id} hidden={!open} className="order-last basis-full">
        {open && (
          <div className="grid gap-4 bg-tint/40 p-4 sm:grid-cols-2 xl:grid-cols-4">
            {facts.choice && (
              <ChoiceFilter choice={facts.choice} value={view.status} onValue={(status) => handleChange({ status })} />
            )}
            {facts.personal && <PersonFilter person={view.person} onPerson={(person) => handleChange({ person })} />}
            {facts.waiting && (
              <CheckBox
                checked={view.waiting !== ""}
                onTicked={(ticked) => handleChange({ waiting: ticked ? "true" : "" })}
                className="self-end"
              >
                {facts.waiting.words(a)}
              </CheckBox>
            )}
            <DayFilter label={words.from} day={view.from} onDay={(from) => handleChange({ from })} />
            <DayFilter label={words.to} day={view.to} onDay={(to) => handleChange({ to })} />
            <Button look="quiet" onClick={() => handleChange(NO_FILTERS)} className="justify-self-start">
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
  choice: ChoiceColumn<RowOf<Name>>;
  value: string;
  onValue: (value: string) => void;
}) {
  const a = useAdminMessages();
  return (
    <SelectField
      label={a.fields[choice.field]}
      value={value}
      onValue={onValue}
      options={[["", a.filters.all], ...choice.values.map((option) => [option, choice.label(option, a)] as const)]}
    />
  );
}

/** Searches by name or email; the value is the user's ID. */
function PersonFilter({ person, onPerson }: { person: string; onPerson: (person: string) => void }) {
  const { filters: words, people } = useAdminMessages();
  const [text, setText] = useState("");
  const [wasSelected, setWasSelected] = useState(false);
  const name = usePersonName(person);
  const query = useDebouncedValue(text.trim());
  const { data } = useQuery({
    queryKey: ["admin", "people", query],
    queryFn: () => searchPeople(query),
    enabled: query !== "",
    placeholderData: keepPreviousData,
  });
  const handleInput = (text: string) => {
    const isId = UUID.test(text);
    setText(isId ? "" : text);
    if (!isId) return;
    setWasSelected(true);
    onPerson(text);
  };
  if (person)
    return (
      <div className="flex flex-col gap-1.5">
        <span className="font-semibold">{words.person}</span>
        <Button look="outline" title={words.everybody} autoFocus={wasSelected} onClick={() => onPerson("")}>
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
      typed={text}
      onTyped={handleInput}
      options={query ? data?.map((person) => ({ id: person.user_id, ...person })) : []}
      show={(option) => (
        <>
          <span className="block">{option.name ?? option.email}</span>
          {option.name && <span className="block text-caption text-muted">{option.email}</span>}
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
