// The screen of a plain resource: its table, and one modal in which a record is added or edited.

import { useState } from "react";
import type { RowOf, TableName } from "@/data/records";
import { useRecentSignIn } from "./RecentSignIn";
import { RecordDialog } from "./RecordDialog";
import type { Save } from "./RecordForm";
import { ResourceList } from "./ResourceList";
import type { Resource } from "./resource";
import { createRecord, updateRecord } from "./saving";
import { useReload } from "./useRows";

export function ResourcePage<Name extends TableName>({ resource }: { resource: Resource<Name> }) {
  const { table, columns, compared = [], form, Fields } = resource;
  const reload = useReload(table);
  const [open, setOpen] = useState<RowOf<Name> | "new" | null>(null);
  const withRecentSignIn = useRecentSignIn();
  const save: Save<RowOf<Name>> = (row, uuid, values, watch) =>
    withRecentSignIn(
      () => (row ? updateRecord(resource, row, values, watch) : createRecord(resource, uuid, values, watch)),
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
