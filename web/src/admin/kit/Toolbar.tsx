// Above a table: the search, the order on a phone, the way to a CSV file, and the button that adds a record.

import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import type { FieldName } from "@/messages/admin";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { selectLook } from "@/ui/inputLook";
import { useToast } from "@/ui/Toast";
import type { ListState } from "./useListState";

const PAUSE_MS = 250;

interface ToolbarProps {
  sortable: readonly FieldName[];
  view: ListState;
  onView: (change: Partial<ListState>) => void;
  onCsv: () => Promise<void>;
  /** Missing where none can be added. */
  onAdd: (() => void) | undefined;
  Tools: ComponentType | undefined;
  /** What is seldom wanted: on a phone behind a button. */
  seldom: ReactNode;
  children: ReactNode;
}

export function Toolbar({ sortable, view, onView, onCsv, onAdd, Tools, seldom, children }: ToolbarProps) {
  const a = useAdminMessages();
  const [all, setAll] = useState(false);
  const id = useId();
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3 pb-5">
      <Search search={view.search} onSearch={(search) => onView({ search })} />
      {children}
      <Button
        look="outline"
        aria-expanded={all}
        aria-controls={id}
        onClick={() => setAll(!all)}
        className="max-sm:grow sm:hidden"
      >
        {a.table.tools}
      </Button>
      <div id={id} className={all ? "contents" : "hidden sm:contents"}>
        <Order sortable={sortable} view={view} onView={onView} />
        {seldom}
        <CsvButton title={a.table.csvHint} onCsv={onCsv}>
          {a.table.csv}
        </CsvButton>
        {Tools && <Tools />}
      </div>
      {onAdd && (
        <Button onClick={onAdd} className="max-sm:grow">
          {a.table.addData}
        </Button>
      )}
    </div>
  );
}

/** What is typed shows at once; the table follows after a pause. */
function Search({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const a = useAdminMessages();
  const [typed, setTyped] = useState(search);
  const asked = useRef(search);
  useEffect(() => {
    if (search !== asked.current) setTyped(search);
    asked.current = search;
  }, [search]);
  const ask = useEffectEvent(() => {
    asked.current = typed;
    onSearch(typed);
  });
  useEffect(() => {
    if (typed === asked.current) return;
    const timer = setTimeout(ask, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <Field
      label={a.table.search}
      type="search"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      className="min-w-56 grow sm:max-w-80"
    />
  );
}

/** The headings of a table are its order's buttons; cards have none. */
function Order({ sortable, view, onView }: Pick<ToolbarProps, "sortable" | "view" | "onView">) {
  const { fields, table: a } = useAdminMessages();
  const [up, down] = /(?<!sort)_(at|time)$/.test(view.sort) ? [a.oldest, a.newest] : [a.ascending, a.descending];
  return (
    <div className="flex grow gap-2 min-[900px]:hidden">
      <select
        aria-label={a.sortBy}
        value={view.sort}
        onChange={(event) => onView({ sort: event.target.value })}
        className={selectLook}
      >
        {sortable.map((field) => (
          <option key={field} value={field}>
            {fields[field]}
          </option>
        ))}
      </select>
      <Button look="outline" onClick={() => onView({ ascending: !view.ascending })} className="shrink-0">
        {view.ascending ? up : down}
      </Button>
    </div>
  );
}

interface CsvButtonProps {
  title?: string;
  onCsv: () => Promise<void>;
  children: ReactNode;
}

export function CsvButton({ onCsv, ...button }: CsvButtonProps) {
  const a = useAdminMessages();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      await onCsv();
    } catch (failure) {
      console.error(failure);
      toast(a.table.csvFailed);
    } finally {
      setBusy(false);
    }
  };
  return <Button {...button} look="outline" disabled={busy} onClick={() => void make()} className="max-sm:grow" />;
}
