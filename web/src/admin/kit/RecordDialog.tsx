// A record in a modal, to be added or edited: opens without old errors and values, and stays open until it is stored.

import { type ReactNode, useState } from "react";
import { type DraftName, dropDraft } from "@/data/drafts";
import { type AnyRow, ChangedMeanwhile, type TableName, type Values } from "@/data/records";
import { prepareSending, type UploadWatch } from "@/data/uploads";
import { checkedBy } from "@/entities/formChecks";
import { formRules } from "@/entities/formRules";
import { RestoreEntries } from "@/entities/RestoreEntries";
import { useLostEntries } from "@/entities/useLostEntries";
import { type Submission, useSubmission } from "@/entities/useSubmission";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { Dialog, DialogFooter } from "@/ui/Dialog";
import { ErrorList } from "@/ui/ErrorList";
import { Progress } from "@/ui/Progress";
import { useToast } from "@/ui/Toast";
import { Conflict } from "./Conflict";
import { useExplanation } from "./explainFailure";
import { FormContext } from "./formState";
import type { Column, Form } from "./resource";
import { type Unsaved, useUnsaved } from "./useUnsaved";

/** Stores what was entered: over the version of the record that is given, or as a new one of this uuid. */
export type Save<Row> = (record: Row | null, uuid: string, values: Values, watch: UploadWatch) => Promise<void>;

interface RecordDialogProps<Row extends AnyRow> {
  table: TableName;
  /** What is open: an existing record, a new one, or nothing. */
  open: Row | "new" | null;
  form: Form;
  columns: readonly Column<Row>[];
  save: Save<Row>;
  /** The list is out of date: by this form, or by somebody else. */
  reload: () => void;
  onClose: () => void;
  children: ReactNode;
  className?: string;
}

export function RecordDialog<Row extends AnyRow>({ table, open, onClose, className, ...form }: RecordDialogProps<Row>) {
  const m = useMessages();
  const a = useAdminMessages();
  const record = open === "new" ? null : open;
  const draft: DraftName = `${table} ${record?.uuid ?? "new"}`;
  const { watch, keepsOpen, question } = useUnsaved(() => {
    dropDraft(draft).catch(console.error);
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
        <VersionedForm record={record} draft={draft} onClose={onClose} watch={watch} {...form} />
      </Dialog>
    </>
  );
}

type FormProps<Row extends AnyRow> = Omit<RecordDialogProps<Row>, "table" | "open" | "className"> &
  Pick<Unsaved, "watch"> & { record: Row | null; draft: DraftName };

/** The fields begin anew when somebody else's version is taken over. */
function VersionedForm<Row extends AnyRow>({ record, ...form }: FormProps<Row>) {
  const [version, setVersion] = useState(record);
  return <RecordForm key={version?.updated_at} record={version} onTakeStored={setVersion} {...form} />;
}

type RecordFormProps<Row extends AnyRow> = FormProps<Row> & { onTakeStored: (row: Row) => void };

function RecordForm<Row extends AnyRow>(props: RecordFormProps<Row>) {
  const { record, draft, form, columns, save, reload, onClose, onTakeStored, watch, children } = props;
  const m = useMessages();
  const a = useAdminMessages();
  const toast = useToast();
  const lost = useLostEntries(draft);
  const [base, setBase] = useState(record);
  const [uuid] = useState(() => record?.uuid ?? crypto.randomUUID());
  /** Who has been shown the other version may write over it. */
  const seeing = (failure: unknown): never => {
    if (failure instanceof ChangedMeanwhile) reload();
    if (failure instanceof ChangedMeanwhile && failure.now) setBase(failure.now as Row);
    throw failure;
  };
  const submission = useSubmission<Values>({
    check: checkedBy(form(formRules(a, record !== null))),
    explain: useExplanation(),
    prepare: prepareSending,
    stopsWithForm: true,
    act: ({ uuid: _, ...values }, watch) => save(base, uuid, values, watch).catch(seeing),
    onDone: async () => {
      await lost.forget();
      toast(a.form.saved);
      onClose();
      reload();
    },
  });
  const { errors, busy, progress, onSubmit, recheck, cancel } = submission;
  const conflict = conflictIn(submission);
  return (
    <FormContext value={{ ...submission, record, lost }}>
      <form
        ref={watch}
        noValidate
        onSubmit={onSubmit}
        onInput={(event) => {
          lost.onInput(event);
          recheck(event.currentTarget);
        }}
        aria-busy={busy}
        className="flex flex-col gap-5 [&>[role=alert]]:mb-0"
      >
        <ErrorList errors={errors} />
        {!busy && <RestoreEntries lost={lost} className="self-start" />}
        {conflict && (
          <Conflict
            columns={columns}
            stored={conflict.now as Row}
            entered={conflict.entered}
            onTakeStored={() => onTakeStored(conflict.now as Row)}
          />
        )}
        {record && <input type="hidden" name="uuid" defaultValue={record.uuid} />}
        {children}
        <DialogFooter>
          {progress !== null && (
            <Progress label={a.form.sending} value={progress} cancelLabel={m.common.cancel} onCancel={cancel} />
          )}
          <Button type="submit" disabled={busy}>
            {a.form.submit}
          </Button>
        </DialogFooter>
      </form>
    </FormContext>
  );
}

/** What somebody else stored meanwhile, and what was entered here. */
function conflictIn({ refused }: Submission<Values>): { now: AnyRow; entered: Values } | null {
  const now = refused?.failure instanceof ChangedMeanwhile ? refused.failure.now : null;
  return refused && now && { now, entered: refused.values };
}
