// The toolbar above a table: search, sorting on phones, CSV export, and the button to add a record.

import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import type { FieldName } from "@/messages/admin";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { selectClassName } from "@/ui/inputClassName";
import { useToast } from "@/ui/Toast";
import type { ListState } from "./useListState";

const DEBOUNCE_MS = 250;

interface ToolbarProps {
  sortable: readonly FieldName[];
  view: ListState;
  onView: (change: Partial<ListState>) => void;
  onCsv: () => Promise<void>;
  /** Missing if records cannot be added. */
  onAdd: (() => void) | undefined;
  Tools: ComponentType | undefined;
  /** Rarely used tools, collapsed on phones. */
  secondaryTools: ReactNode;
  children: ReactNode;
}

export function Toolbar({ sortable, view, onView, onCsv, onAdd, Tools, secondaryTools, children }: ToolbarProps) {
  const a = useAdminMessages();
  const [showsAll, setShowsAll] = useState(false);
  const id = useId();
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3 pb-5">
      <Search search={view.search} onSearch={(search) => onView({ search })} />
      {children}
      <Button
        look="outline"
        aria-expanded={showsAll}
        aria-controls={id}
        onClick={() => setShowsAll(!showsAll)}
        className="max-sm:grow sm:hidden"
      >
        {a.table.tools}
      </Button>
      <div id={id} className={showsAll ? "contents" : "hidden sm:contents"}>
        <Order sortable={sortable} view={view} onView={onView} />
        {secondaryTools}
        <CsvDownloadButton title={a.table.csvHint} onCsv={onCsv}>
          {a.table.csv}
        </CsvDownloadButton>
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

/** The input updates at once, the table after a pause. */
function Search({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const a = useAdminMessages();
  const [text, setText] = useState(search);
  const applied = useRef(search);
  useEffect(() => {
    if (search !== applied.current) setText(search);
    applied.current = search;
  }, [search]);
  const applySearch = useEffectEvent(() => {
    applied.current = text;
    onSearch(text);
  });
  useEffect(() => {
    if (text === applied.current) return;
    const timer = setTimeout(applySearch, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <Field
      label={a.table.search}
      type="search"
      value={text}
      onChange={(event) => setText(event.target.value)}
      className="min-w-[min(14rem,100%)] grow sm:max-w-80"
    />
  );
}

/** Sorting by a select, for cards without column headings. */
function Order({ sortable, view, onView }: Pick<ToolbarProps, "sortable" | "view" | "onView">) {
  const { fields, table: a } = useAdminMessages();
  const [ascendingLabel, descendingLabel] = /(?<!sort)_(at|time)$/.test(view.sort)
    ? [a.oldest, a.newest]
    : [a.ascending, a.descending];
  return (
    <div className="flex grow gap-2 min-[900px]:hidden">
      <select
        aria-label={a.sortBy}
        value={view.sort}
        onChange={(event) => onView({ sort: event.target.value })}
        className={selectClassName}
      >
        {sortable.map((field) => (
          <option key={field} value={field}>
            {fields[field]}
          </option>
        ))}
      </select>
      <Button look="outline" onClick={() => onView({ ascending: !view.ascending })} className="shrink-0">
        {view.ascending ? ascendingLabel : descendingLabel}
      </Button>
    </div>
  );
}

interface CsvButtonProps {
  title?: string;
  onCsv: () => Promise<void>;
  children: ReactNode;
}

export function CsvDownloadButton({ onCsv, ...button }: CsvButtonProps) {
  const a = useAdminMessages();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const exportCsv = async () => {
    setBusy(true);
    try {
      await onCsv();
    } catch (failure) {
      console.error(failure);
      toast(a.table.csvFailed, { failed: true });
    } finally {
      setBusy(false);
    }
  };
  return <Button {...button} look="outline" disabled={busy} onClick={() => void exportCsv()} className="max-sm:grow" />;
}
