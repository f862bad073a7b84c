// The actions of a row: edit, delete, and move if the table is ordered.

import type { BaseRow } from "@/data/records";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { classNames } from "@/ui/classNames";
import { Icon } from "@/ui/Icon";
import { LimitButton } from "@/ui/LimitButton";
import type { RowReordering } from "./useRowReordering";

interface RowActionsProps<Row extends BaseRow> {
  row: Row;
  /** The ID of the element that describes the row. */
  describedBy: string;
  /** Missing if the row cannot be moved. */
  ordering: RowReordering | undefined;
  onEdit: (row: Row) => void;
  onDelete: (row: Row) => void;
}

export function RowActions<Row extends BaseRow>({
  row,
  describedBy,
  ordering,
  onEdit,
  onDelete,
}: RowActionsProps<Row>) {
  const a = useAdminMessages();
  return (
    <div className="flex items-center gap-x-4 max-[900px]:flex-wrap">
      <Button look="quiet" aria-describedby={describedBy} onClick={() => onEdit(row)}>
        {a.table.edit}
      </Button>
      <Button look="quiet" aria-describedby={describedBy} onClick={() => onDelete(row)}>
        {a.table.delete}
      </Button>
      {ordering && (
        <div className="flex items-center">
          <MoveButton
            row={row}
            of={describedBy}
            by={-1}
            label={a.order.up}
            isAtEnd={ordering.isFirst(row)}
            move={ordering.move}
          />
          <MoveButton
            row={row}
            of={describedBy}
            by={1}
            label={a.order.down}
            isAtEnd={ordering.isLast(row)}
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

type MoveButtonProps = {
  row: BaseRow;
  of: string;
  by: -1 | 1;
  label: string;
  isAtEnd: boolean;
  move: RowReordering["move"];
};

function MoveButton({ row, of, by, label, isAtEnd, move }: MoveButtonProps) {
  return (
    <LimitButton
      icon="down"
      label={label}
      id={`${row.uuid}${by}`}
      aria-describedby={of}
      disabled={isAtEnd}
      onClick={() => move(row, by)}
      className={classNames("hover:bg-tint min-[900px]:size-9!", by < 0 && "[&_svg]:rotate-180")}
    />
  );
}
