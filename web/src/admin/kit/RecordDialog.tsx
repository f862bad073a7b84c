// A modal for adding or editing a record; stays open until the record is saved.

import { type DraftName, deleteDraft } from "@/data/drafts";
import type { BaseRow, TableName } from "@/data/records";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { Dialog, DialogFooter } from "@/ui/Dialog";
import { RecordForm, type SharedFormProps } from "./RecordForm";
import { useDiscardGuard } from "./useDiscardGuard";

interface RecordDialogProps<Row extends BaseRow> extends SharedFormProps<Row> {
  table: TableName;
  /** The record to edit, a new one, or none. */
  open: Row | "new" | null;
  onClose: () => void;
  className?: string;
}

export function RecordDialog<Row extends BaseRow>({
  table,
  open,
  onClose,
  className,
  ...form
}: RecordDialogProps<Row>) {
  const m = useMessages();
  const a = useAdminMessages();
  const record = open === "new" ? null : open;
  const draft: DraftName = `${table} ${record?.uuid ?? "new"}`;
  const { preventsClose, confirmation, ...guard } = useDiscardGuard(() => {
    deleteDraft(draft).catch(console.error);
    onClose();
  });
  return (
    <>
      {/* Rendered before the form's dialog, so that it closes first and the form's dialog restores the focus. */}
      {confirmation}
      <Dialog
        open={open !== null}
        title={a.tables[table]}
        closeLabel={m.common.close}
        onClose={onClose}
        preventsClose={preventsClose}
        {...(className && { className })}
      >
        <RecordForm record={record} draft={draft} onClose={onClose} Footer={DialogFooter} {...guard} {...form} />
      </Dialog>
    </>
  );
}
