// Records in the order that people give them: one is moved by a key or a drag, and the screen says where it stands now.

import { type DragEvent, useEffect, useRef, useState } from "react";
import { type AnyRow, type RowOf, readPage, type TableName, updateRow } from "@/data/records";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { sentenceFor } from "@/messages/failures";
import { useToast } from "@/ui/Toast";
import { forEachSequentially } from "./forEachSequentially";
import type { OrderedTable, TableFacts } from "./resource";
import { sortTimeBetween, sortTimesAbove } from "./sortTime";

export interface Ordering {
  /** By so many places, negative towards the top. */
  move: (row: AnyRow, by: number) => void;
  isFirst: (row: AnyRow) => boolean;
  isLast: (row: AnyRow) => boolean;
  drag: (row: AnyRow) => { draggable: true; onDragStart: (event: DragEvent) => void; onDragEnd: () => void };
  dropOn: (row: AnyRow) => { onDragOver?: (event: DragEvent) => void; onDrop?: (event: DragEvent) => void };
}

export interface Shown<Row> {
  rows: readonly Row[];
  /** Of the first row among all. */
  offset: number;
  count: number;
}

export function useOrdering<Name extends TableName>(
  facts: TableFacts<Name>,
  { rows, offset, count }: Shown<RowOf<Name>>,
  reload: () => void,
): Ordering {
  const a = useAdminMessages();
  const m = useMessages();
  const toast = useToast();
  const [dragged, setDragged] = useState<AnyRow | null>(null);
  const focus = useRef<string>(null);
  const busy = useRef(false);
  const placeOf = (row: AnyRow) => offset + rows.findIndex(({ uuid }) => uuid === row.uuid);

  // A row that is put elsewhere in the page loses the focus of its button.
  useEffect(() => {
    if (rows.length > 0 && focus.current) document.getElementById(focus.current)?.focus();
    focus.current = null;
  }, [rows]);

  const put = async (row: AnyRow, to: number) => {
    if (busy.current || to === placeOf(row)) return;
    busy.current = true;
    focus.current = document.activeElement?.id ?? null;
    try {
      await place(facts.table as OrderedTable, row, placeOf(row), to);
      toast(a.order.moved(String(facts.known(row as RowOf<Name>, a)[0]), to + 1, count));
    } catch (failure) {
      console.error(failure);
      toast(sentenceFor(failure, m));
    } finally {
      busy.current = false;
      reload();
    }
  };

  return {
    move: (row, by) => void put(row, Math.min(Math.max(0, placeOf(row) + by), count - 1)),
    isFirst: (row) => placeOf(row) === 0,
    isLast: (row) => placeOf(row) === count - 1,
    drag: (row) => ({
      draggable: true,
      onDragStart: (event) => {
        const line = document.getElementById(row.uuid);
        if (line) event.dataTransfer.setDragImage(line, 0, 0);
        event.dataTransfer.setData("text/plain", row.uuid);
        setDragged(row);
      },
      onDragEnd: () => setDragged(null),
    }),
    dropOn: (row) =>
      dragged
        ? {
            onDragOver: (event) => event.preventDefault(),
            onDrop: (event) => {
              event.preventDefault();
              void put(dragged, placeOf(row));
            },
          }
        : {},
  };
}

/** Between the two that are its neighbours then; where they leave no room, all above it move up. */
async function place(table: OrderedTable, row: AnyRow, from: number, to: number): Promise<void> {
  const before = to > from ? to : to - 1;
  const others = await inOrder(table, Math.max(0, before), before < 0 ? 1 : 2);
  const [upper, lower] = before < 0 ? [undefined, ...others] : others;
  const sort_time = sortTimeBetween(upper?.sort_time, lower?.sort_time);
  if (sort_time) return updateRow(table, row, { sort_time });
  const higher = (await inOrder(table, 0, before + 1)).filter(({ uuid }) => uuid !== row.uuid);
  const places = sortTimesAbove(higher[0]?.sort_time ?? new Date().toISOString(), higher.length + 1);
  const moved = [...higher, row].map((one, rank) => ({ one, sort_time: places[rank] }));
  await forEachSequentially(moved, ({ one, sort_time }) => updateRow(table, one, { sort_time }));
}

async function inOrder(table: OrderedTable, from: number, limit: number) {
  const page = await readPage(table, { matching: "", sort: "sort_time", ascending: false, from, limit });
  return page.rows;
}
