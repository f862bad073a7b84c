// The deleted records of a table, which can be restored.

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { fetchDeletedRecords, restoreRecord } from "@/data/deletedRecords";
import { fetchRow, type RowOf, type TableName } from "@/data/records";
import type { DeletedRecord } from "@/data/tables";
import { formatDateTimeWithSeconds } from "@/lib/dates";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { formatError } from "@/messages/failures";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { ErrorList } from "@/ui/ErrorList";
import { Skeleton } from "@/ui/Skeleton";
import { LoadErrorNotice } from "../LoadErrorNotice";
import { PeopleContext } from "./people";
import { useRunWithRecentSignIn } from "./RecentSignInProvider";
import { RecordSummary } from "./RecordSummary";
import type { TableDefinition } from "./resource";
import { fetchNames, getRowsQueryKey } from "./useRows";

interface DeletedRecordsProps<Name extends TableName> {
  facts: TableDefinition<Name>;
  reload: () => void;
}

export function DeletedRecords<Name extends TableName>(props: DeletedRecordsProps<Name>) {
  const m = useMessages();
  const { deleted: words } = useAdminMessages();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="outline" aria-haspopup="dialog" onClick={() => setOpen(true)} className="max-sm:grow">
        {words.title}
      </Button>
      <Dialog open={open} title={words.title} closeLabel={m.common.close} onClose={() => setOpen(false)}>
        <List {...props} />
      </Dialog>
    </>
  );
}

function List<Name extends TableName>({ facts, reload }: DeletedRecordsProps<Name>) {
  const m = useMessages();
  const { deleted: words } = useAdminMessages();
  const withRecentSignIn = useRunWithRecentSignIn();
  const [errors, setErrors] = useState<string[]>([]);
  const [restored, setRestored] = useState("");
  const lead = useRef<HTMLParagraphElement>(null);
  const { data, error, refetch } = useQuery({
    queryKey: [...getRowsQueryKey(facts.table), "deleted"],
    queryFn: () => withNames(facts),
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => {
    if (error) console.error("Reading deleted records failed", error);
  }, [error]);
  const restore = async (record: DeletedRecord) => {
    setErrors([]);
    setRestored("");
    try {
      const isComplete = await withRecentSignIn(() => restoreRecord(record), facts.recentSignIn);
      if (!isComplete) setErrors([words.withoutPicture]);
      setRestored(words.restored);
    } catch (failure) {
      console.error(failure);
      // Already restored, for example after a lost response or by somebody else, if the record exists.
      if (await fetchRow(facts.table, record.uuid).catch(() => null)) setRestored(words.isBack);
      else setErrors([formatError(failure, m)]);
    }
    // The focused button disappears with its record.
    lead.current?.focus();
    reload();
  };
  return (
    <PeopleContext value={data?.people ?? new Map()}>
      <ErrorList errors={errors} />
      {/* A toast would be inert behind the dialog. */}
      <p role="status">{restored}</p>
      <p ref={lead} tabIndex={-1} className="text-muted outline-none">
        {data?.records.length === 0 ? words.none : words.lead}
      </p>
      {error && <LoadErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="mt-4 h-24 w-full" />}
      <ul>
        {data?.records.map((record) => (
          <li key={record.uuid} className="border-line border-b py-4 last:border-0">
            <RecordSummary facts={facts} row={record.record as RowOf<Name>} />
            <p className="mt-1 text-caption text-muted">
              {words.when(formatDateTimeWithSeconds(record.deleted_at, m.language), record.deleted_by)}
            </p>
            <Button look="quiet" onClick={() => void restore(record)}>
              {words.restore}
            </Button>
          </li>
        ))}
      </ul>
    </PeopleContext>
  );
}

async function withNames<Name extends TableName>({ table, personal }: TableDefinition<Name>) {
  const records = await fetchDeletedRecords(table);
  return { records, people: personal ? await fetchNames(records.map(({ record }) => record)) : new Map() };
}
