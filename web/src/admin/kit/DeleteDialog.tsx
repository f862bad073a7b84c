// Asks once more before a record and its files go; if they can't, it stays open and says why.

import type { AnyRow } from "@/data/records";
import { deleteRules } from "@/entities/formRules";
import { fieldsOf, textOr } from "@/lib/untrusted";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { ErrorList } from "@/ui/ErrorList";
import { useToast } from "@/ui/Toast";
import { useRecentSignIn } from "./RecentSignIn";
import { type Place, remove } from "./saving";
import { useSubmit } from "./useSubmit";

export interface DeleteDialogProps {
  title: string;
  /** The record that is to go; null while the dialog is closed. */
  row: AnyRow | null;
  place: Place;
  /** The list is out of date: by this deletion, or by somebody else. */
  reload: () => void;
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteDialog({ title, row, onClose, ...rest }: DeleteDialogProps) {
  const m = useMessages();
  return (
    <Dialog open={row !== null} title={title} closeLabel={m.common.close} onClose={onClose}>
      {row && <DeleteForm row={row} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

type FormProps = Omit<DeleteDialogProps, "title" | "row"> & { row: AnyRow };

function DeleteForm({ row, place, reload, onDeleted, onClose }: FormProps) {
  const m = useMessages();
  const a = useAdminMessages();
  const toast = useToast();
  const withRecentSignIn = useRecentSignIn();
  const columns = place.pictures.map(({ column }) => column);
  const { errors, busy, onSubmit } = useSubmit({
    schema: deleteRules(a, columns),
    act: () => withRecentSignIn(() => remove(place, row), place.recentSignIn).finally(reload),
    onDone: () => {
      toast(a.form.deleted);
      onDeleted();
    },
  });
  return (
    <form noValidate onSubmit={onSubmit} aria-busy={busy}>
      <ErrorList errors={errors} />
      <p className="mb-6">{a.form.sure}</p>
      <input type="hidden" name="uuid" defaultValue={row.uuid} />
      {columns.map((column) => (
        <input key={column} type="hidden" name={column} defaultValue={filenameIn(row, column)} />
      ))}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={busy}>
          {a.table.delete}
        </Button>
        <Button look="outline" onClick={onClose}>
          {m.common.cancel}
        </Button>
      </div>
    </form>
  );
}

function filenameIn(row: AnyRow, column: string): string {
  return textOr(fieldsOf(fieldsOf(fieldsOf(row)[column])).filename, "");
}
