// The screen of a plain resource: its list, and a modal for adding and editing records.

import type { RowOf, TableName } from "@/data/records";
import { useRunWithRecentSignIn } from "./RecentSignInProvider";
import { RecordDialog } from "./RecordDialog";
import type { SaveRecord } from "./RecordForm";
import { ResourceList } from "./ResourceList";
import type { Resource } from "./resource";
import { createRecord, updateRecord } from "./saving";
import { useOpenRecord } from "./useOpenRecord";
import { useReloadTable } from "./useRows";

export function ResourcePage<Name extends TableName>({ resource }: { resource: Resource<Name> }) {
  const { table, columns, compared = [], form, Fields } = resource;
  const reload = useReloadTable(table);
  const [open, setOpen] = useOpenRecord<RowOf<Name> | "new">(table);
  const withRecentSignIn = useRunWithRecentSignIn();
  const save: SaveRecord<RowOf<Name>> = (row, uuid, values, upload) =>
    withRecentSignIn(
      () => (row ? updateRecord(resource, row, values, upload) : createRecord(resource, uuid, values, upload)),
      resource.recentSignIn,
    );
  return (
    <>
      <ResourceList resource={resource} onEdit={setOpen} onAdd={() => setOpen("new")} />
      <RecordDialog
        table={table}
        open={open}
        form={form}
        columns={[...columns, ...compared]}
        save={save}
        reload={reload}
        onClose={() => setOpen(null)}
      >
        <Fields />
      </RecordDialog>
    </>
  );
}
