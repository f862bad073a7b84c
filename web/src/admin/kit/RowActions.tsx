// What can be done with a row: edit and delete it, and move it by a button or a drag where it has a place.

import type { AnyRow } from "@/data/records";
import { useAdminMessages } from "@/messages/admin";
import { Button, IconButton } from "@/ui/Button";
import { classNames } from "@/ui/classNames";
import { Icon } from "@/ui/Icon";
import type { Ordering } from "./useOrdering";

interface RowActionsProps<Row extends AnyRow> {
  row: Row;
  /** The ID of what says which row they mean. */
  of: string;
  /** Missing where the row can't be moved. */
  ordering: Ordering | undefined;
  onEdit: (row: Row) => void;
  onDelete: (row: Row) => void;
}

export function RowActions<Row extends AnyRow>({ row, of, ordering, onEdit, onDelete }: RowActionsProps<Row>) {
  const a = useAdminMessages();
  return (
    <div className="flex items-center gap-4">
      <Button look="quiet" aria-describedby={of} onClick={() => onEdit(row)}>
        {a.table.edit}
      </Button>
      <Button look="quiet" aria-describedby={of} onClick={() => onDelete(row)}>
        {a.table.delete}
      </Button>
      {ordering && (
        <div className="flex items-center">
          <MoveButton
            row={row}
            of={of}
            by={-1}
            label={a.order.up}
            isLast={ordering.isFirst(row)}
            move={ordering.move}
          />
          <MoveButton
            row={row}
            of={of}
            by={1}
            label={a.order.down}
            isLast={ordering.isLast(row)}
            move={ordering.move}
          />
          <span aria-hidden="true" className="cursor-grab p-1.5 text-muted" {...ordering.drag(row)}>
            <Icon name="menu" />
          </span>
        </div>
      )}
    </div>
  );
}

type MoveButtonProps = { row: AnyRow; of: string; by: -1 | 1; label: string; isLast: boolean; move: Ordering["move"] };

/** At the end it can't go further, and keeps the focus all the same. */
function MoveButton({ row, of, by, label, isLast, move }: MoveButtonProps) {
  return (
    <IconButton
      icon="down"
      label={label}
      id={`${row.uuid}${by}`}
      aria-describedby={of}
      aria-disabled={isLast}
      onClick={() => isLast || move(row, by)}
      className={classNames(
        "hover:bg-tint min-[900px]:size-9! aria-disabled:opacity-40",
        by < 0 && "[&_svg]:rotate-180",
      )}
    />
  );
}
