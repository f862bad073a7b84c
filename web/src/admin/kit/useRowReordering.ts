// Manual ordering by keys or drag and drop; the new position is announced.

import { type DragEvent, useEffect, useRef, useState } from "react";
import { type BaseRow, fetchPage, type RowOf, type TableName, updateRow } from "@/data/records";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { formatError } from "@/messages/failures";
import { useToast } from "@/ui/Toast";
import { forEachSequentially } from "./forEachSequentially";
import type { ReorderableTable, TableDefinition } from "./resource";
import { sortTimeBetween, sortTimesAbove } from "./sortTime";

export interface RowReordering {
  /** By this many positions, negative towards the top. */
  move: (row: BaseRow, by: number) => void;
  isFirst: (row: BaseRow) => boolean;
  isLast: (row: BaseRow) => boolean;
  drag: (row: BaseRow) => { draggable: true; onDragStart: (event: DragEvent) => void; onDragEnd: () => void };
  dropOn: (row: BaseRow) => { onDragOver?: (event: DragEvent) => void; onDrop?: (event: DragEvent) => void };
}

interface PageRows<Row> {
  rows: readonly Row[];
  /** The position of the first row among all rows. */
  offset: number;
  count: number;
}

export function useRowReordering<Name extends TableName>(
  facts: TableDefinition<Name>,
  { rows, offset, count }: PageRows<RowOf<Name>>,
  reload: () => void,
): RowReordering {
  const a = useAdminMessages();
  const m = useMessages();
  const toast = useToast();
  const [dragged, setDragged] = useState<BaseRow | null>(null);
  const focus = useRef<string>(null);
  const busy = useRef(false);
  const positionOf = (row: BaseRow) => offset + rows.findIndex(({ uuid }) => uuid === row.uuid);

  // A moved row is re-inserted into the DOM, which loses the focus of its button.
  useEffect(() => {
    if (rows.length > 0 && focus.current) document.getElementById(focus.current)?.focus();
    focus.current = null;
  }, [rows]);

  const moveTo = async (row: BaseRow, to: number) => {
    if (busy.current || to === positionOf(row)) return;
    busy.current = true;
    focus.current = document.activeElement?.id ?? null;
    try {
      await reposition(facts.table as ReorderableTable, row, positionOf(row), to);
      toast(a.order.moved(String(facts.summary(row as RowOf<Name>, a)[0]), to + 1, count));
    } catch (failure) {
      console.error(failure);
      toast(formatError(failure, m), { failed: true });
    } finally {
      busy.current = false;
      reload();
    }
  };

  return {
    move: (row, by) => void moveTo(row, Math.min(Math.max(0, positionOf(row) + by), count - 1)),
    isFirst: (row) => positionOf(row) === 0,
    isLast: (row) => positionOf(row) === count - 1,
    drag: (row) => ({
      draggable: true,
      onDragStart: (event) => {
        const element = document.getElementById(row.uuid);
        if (element) event.dataTransfer.setDragImage(element, 0, 0);
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
              void moveTo(dragged, positionOf(row));
            },
          }
        : {},
  };
}

/** Assigns a key between the new neighbours; without a gap, all rows above move up. */
async function reposition(table: ReorderableTable, row: BaseRow, from: number, to: number): Promise<void> {
  const before = to > from ? to : to - 1;
  const neighbours = await readOrdered(table, Math.max(0, before), before < 0 ? 1 : 2);
  const [upper, lower] = before < 0 ? [undefined, ...neighbours] : neighbours;
  const sort_time = sortTimeBetween(upper?.sort_time, lower?.sort_time);
  if (sort_time) return updateRow(table, row, { sort_time });
  const above = (await readOrdered(table, 0, before + 1)).filter(({ uuid }) => uuid !== row.uuid);
  const sortTimes = sortTimesAbove(above[0]?.sort_time ?? new Date().toISOString(), above.length + 1);
  const moved = [...above, row].map((record, rank) => ({ one: record, sort_time: sortTimes[rank] }));
  await forEachSequentially(moved, ({ one, sort_time }) => updateRow(table, one, { sort_time }));
}

async function readOrdered(table: ReorderableTable, from: number, limit: number) {
  const page = await fetchPage(table, { matching: "", sort: "sort_time", ascending: false, from, limit });
  return page.rows;
}
