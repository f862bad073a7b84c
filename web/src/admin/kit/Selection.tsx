// Row selection: which records are selected, and the bar of actions on them.

import { type ReactNode, useState } from "react";
import type { BaseRow } from "@/data/records";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";

export interface RowSelection<Row> {
  /** Only rows on the current page; actions do not affect other pages. */
  selected: readonly Row[];
  has: (row: Row) => boolean;
  toggle: (row: Row) => void;
  set: (rows: readonly Row[]) => void;
}

export function useRowSelection<Row extends BaseRow>(rows: readonly Row[]): RowSelection<Row> {
  const [uuids, setUuids] = useState<readonly string[]>([]);
  const has = ({ uuid }: Row) => uuids.includes(uuid);
  const toggle = (row: Row) => setUuids(has(row) ? uuids.filter((uuid) => uuid !== row.uuid) : [...uuids, row.uuid]);
  return { selected: rows.filter(has), has, toggle, set: (selected) => setUuids(selected.map(({ uuid }) => uuid)) };
}

interface SelectionBarProps<Row> {
  rows: readonly Row[];
  selection: RowSelection<Row>;
  /** The actions. */
  children: ReactNode;
}

export function SelectionBar<Row extends BaseRow>({ rows, selection, children }: SelectionBarProps<Row>) {
  const { selection: words } = useAdminMessages();
  const { selected, set } = selection;
  const isAllSelected = selected.length === rows.length;
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-5 gap-y-1 pb-2">
      <label className="flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          checked={isAllSelected}
          ref={(box) => {
            if (box) box.indeterminate = selected.length > 0 && !isAllSelected;
          }}
          onChange={() => set(isAllSelected ? [] : rows)}
          className={boxLook}
        />
        {words.all}
      </label>
      <span role="status" className="text-muted tabular-nums">
        {selected.length > 0 && words.count(selected.length)}
      </span>
      {selected.length > 0 && (
        <>
          {children}
          <Button look="quiet" onClick={() => set([])}>
            {words.clear}
          </Button>
        </>
      )}
    </div>
  );
}

export function RowCheckBox<Row>({
  row,
  selection,
  describedBy,
}: {
  row: Row;
  selection: RowSelection<Row>;
  describedBy: string;
}) {
  const { selection: words } = useAdminMessages();
  return (
    // The label enlarges the tap target.
    <label className="-m-2.5 inline-flex size-11 shrink-0 cursor-pointer items-center justify-center self-start min-[900px]:m-0 min-[900px]:size-6">
      <input
        type="checkbox"
        aria-label={words.select}
        aria-describedby={describedBy}
        checked={selection.has(row)}
        onChange={() => selection.toggle(row)}
        className={boxLook}
      />
    </label>
  );
}

const boxLook = "size-6 shrink-0 cursor-pointer accent-accent";
