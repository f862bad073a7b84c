// A record in a modal, to be added or edited: opens without old errors and values, and stays open until it is stored.

import { type DraftName, deleteDraft } from "@/data/drafts";
import type { AnyRow, TableName } from "@/data/records";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { Dialog, DialogFooter } from "@/ui/Dialog";
import { type FormFacts, RecordForm } from "./RecordForm";
import { useDiscardGuard } from "./useDiscardGuard";

interface RecordDialogProps<Row extends AnyRow> extends FormFacts<Row> {
  table: TableName;
  /** What is open: an existing record, a new one, or nothing. */
  open: Row | "new" | null;
  className?: string;
}

export function RecordDialog<Row extends AnyRow>({ table, open, onClose, className, ...form }: RecordDialogProps<Row>) {
  const m = useMessages();
  const a = useAdminMessages();
  const record = open === "new" ? null : open;
  const draft: DraftName = `${table} ${record?.uuid ?? "new"}`;
  const { watch, keepsOpen, question } = useDiscardGuard(() => {
    deleteDraft(draft).catch(console.error);
    onClose();
  });
  return (
    <>
      {/* Closed before the form, which then gives the focus back to what opened it. */}
      {question}
      <Dialog
        open={open !== null}
        title={a.tables[table]}
        closeLabel={m.common.close}
        onClose={onClose}
        keepsOpen={keepsOpen}
        {...(className && { className })}
      >
        <RecordForm record={record} draft={draft} onClose={onClose} watch={watch} Footer={DialogFooter} {...form} />
      </Dialog>
    </>
  );
}
