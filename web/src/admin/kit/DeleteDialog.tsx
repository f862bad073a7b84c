// Confirms the deletion of records and their files; stays open with the errors if it fails.

import { useRef } from "react";
import { getPictureColumns } from "@/data/recordPictures";
import type { BaseRow, RowOf, TableName } from "@/data/records";
import { preloadUploadClients } from "@/data/uploads";
import { createDeletionSchema } from "@/entities/createFormRules";
import { createSchemaCheck } from "@/entities/formChecks";
import { useFormSubmission } from "@/entities/useSubmission";
import { stringOr, toFields } from "@/lib/typeGuards";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { ErrorList } from "@/ui/ErrorList";
import { useToast } from "@/ui/Toast";
import { forEachRemaining } from "./forEachSequentially";
import { useRunWithRecentSignIn } from "./RecentSignInProvider";
import { RecordSummaries } from "./RecordSummary";
import type { TableDefinition } from "./resource";
import { deleteRecord } from "./saving";
import { useFormatErrors } from "./useFormatErrors";

interface DeleteDialogProps<Name extends TableName> {
  facts: TableDefinition<Name>;
  /** The records to delete; empty while the dialog is closed. */
  rows: readonly RowOf<Name>[];
  /** Called when the list is stale, after a deletion or a conflict. */
  reload: () => void;
  onClose: () => void;
  /** Called once the records are gone, if the dialog was still open. */
  onDeleted?: () => void;
}

export function DeleteDialog<Name extends TableName>(props: DeleteDialogProps<Name>) {
  const { facts, rows, onClose } = props;
  const m = useMessages();
  const a = useAdminMessages();
  return (
    <Dialog open={rows.length > 0} title={a.tables[facts.table]} closeLabel={m.common.close} onClose={onClose}>
      <DeleteForm {...props} />
    </Dialog>
  );
}

function DeleteForm<Name extends TableName>({ facts, rows, reload, onClose, onDeleted }: DeleteDialogProps<Name>) {
  const m = useMessages();
  const a = useAdminMessages();
  const toast = useToast();
  const withRecentSignIn = useRunWithRecentSignIn();
  const [first] = rows;
  const columns = getPictureColumns(facts.table).flatMap(({ column, isList }) => (isList ? [] : [column]));
  const deleted = useRef(new Set<string>());
  const deleteAll = () =>
    forEachRemaining(
      rows,
      ({ uuid }) => uuid,
      deleted.current,
      (row) => deleteRecord(facts, row),
    );
  const { errors, busy, onSubmit } = useFormSubmission({
    check: createSchemaCheck(createDeletionSchema(a, columns)),
    explain: useFormatErrors(),
    prepare: preloadUploadClients,
    act: () => withRecentSignIn(deleteAll, facts.recentSignIn).finally(reload),
    onDone: () => toast(a.form.deleted),
    leave: () => {
      onClose();
      onDeleted?.();
    },
  });
  return (
    <form noValidate onSubmit={onSubmit} aria-busy={busy}>
      <ErrorList errors={errors} />
      <p className="mb-4">{a.form.sure}</p>
      <RecordSummaries facts={facts} rows={rows} />
      {facts.DeletionNote && <facts.DeletionNote rows={rows} />}
      <input type="hidden" name="uuid" defaultValue={first?.uuid} />
      {columns.map((column) => (
        <input key={column} type="hidden" name={column} defaultValue={first && filenameIn(first, column)} />
      ))}
      <div className="mt-6 flex flex-wrap gap-3">
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

function filenameIn(row: BaseRow, column: string): string {
  return stringOr(toFields(toFields(toFields(row)[column])).filename, "");
}
