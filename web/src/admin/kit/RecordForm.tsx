// The form of a record: its errors, a conflict with somebody else's version, its fields, and the button that stores it.

import { type ComponentType, type ReactNode, useState } from "react";
import type { DraftName } from "@/data/drafts";
import { type AnyRow, EditConflict, type Values } from "@/data/records";
import { preloadClients, type UploadOptions } from "@/data/uploads";
import { checkSchema } from "@/entities/formChecks";
import { formRules } from "@/entities/formRules";
import { RestoreDraft } from "@/entities/RestoreDraft";
import { useFormDraft } from "@/entities/useFormDraft";
import { type Submission, useSubmission } from "@/entities/useSubmission";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { ErrorList } from "@/ui/ErrorList";
import { FieldErrors } from "@/ui/fieldErrors";
import { Progress } from "@/ui/Progress";
import { useToast } from "@/ui/Toast";
import { Conflict } from "./Conflict";
import { useExplanation } from "./explainFailure";
import { FormContext } from "./formState";
import type { Column, Form } from "./resource";
import type { DiscardGuard } from "./useDiscardGuard";

/** Stores what was entered: over the version of the record that is given, or as a new one of this uuid. */
export type Save<Row> = (record: Row | null, uuid: string, values: Values, watch: UploadOptions) => Promise<void>;

export interface FormFacts<Row extends AnyRow> {
  form: Form;
  columns: readonly Column<Row>[];
  save: Save<Row>;
  /** What is shown is out of date: by this form, or by somebody else. */
  reload: () => void;
  onClose: () => void;
  children: ReactNode;
}

interface FormProps<Row extends AnyRow> extends FormFacts<Row>, Pick<DiscardGuard, "watch"> {
  record: Row | null;
  /** What its fields begin with, where that is more than the record holds. */
  begin?: (record: Row | null) => object;
  draft: DraftName;
  /** Around the button at its end. */
  Footer: ComponentType<{ children: ReactNode }>;
}

/** The fields start over when somebody else's version is taken over. */
export function RecordForm<Row extends AnyRow>({ record, ...form }: FormProps<Row>) {
  const [version, setVersion] = useState(record);
  return <FieldsAndButton key={version?.updated_at} record={version} onTakeStored={setVersion} {...form} />;
}

type VersionProps<Row extends AnyRow> = FormProps<Row> & { onTakeStored: (row: Row) => void };

function FieldsAndButton<Row extends AnyRow>(props: VersionProps<Row>) {
  const { record, draft, form, columns, save, reload, onClose, onTakeStored, watch, children, begin, Footer } = props;
  const m = useMessages();
  const a = useAdminMessages();
  const toast = useToast();
  const formDraft = useFormDraft(draft);
  const [base, setBase] = useState(record);
  const [uuid] = useState(() => record?.uuid ?? crypto.randomUUID());
  /** Who has been shown the other version may write over it. */
  const seeing = (failure: unknown): never => {
    if (failure instanceof EditConflict) reload();
    if (failure instanceof EditConflict && failure.current) setBase(failure.current as Row);
    throw failure;
  };
  const submission = useSubmission<Values>({
    check: checkSchema(form(formRules(a, record !== null))),
    explain: useExplanation(),
    prepare: preloadClients,
    abortOnUnmount: true,
    act: ({ uuid: _, ...values }, watch) => save(base, uuid, values, watch).catch(seeing),
    onDone: async () => {
      await formDraft.discard();
      toast(a.form.saved);
      onClose();
      reload();
    },
  });
  const { errors, busy, progress, onSubmit, recheck, cancel } = submission;
  const conflict = conflictIn(submission);
  return (
    <FormContext value={{ ...submission, record: begin ? begin(record) : record, formDraft }}>
      <FieldErrors value={submission.invalid}>
        <form
          ref={watch}
          noValidate
          onSubmit={onSubmit}
          onInput={(event) => {
            formDraft.onInput(event);
            recheck(event.currentTarget);
          }}
          aria-busy={busy}
          className="flex flex-col gap-5 [&>[role=alert]]:mb-0"
        >
          <ErrorList errors={errors} />
          {!busy && <RestoreDraft formDraft={formDraft} className="self-start" />}
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
          <Footer>
            {progress !== null && (
              <Progress label={a.form.sending} value={progress} cancelLabel={m.common.cancel} onCancel={cancel} />
            )}
            <Button type="submit" disabled={busy}>
              {a.form.submit}
            </Button>
          </Footer>
        </form>
      </FieldErrors>
    </FormContext>
  );
}

/** The version that somebody else stored, and the entries of this form. */
function conflictIn({ refused }: Submission<Values>): { now: AnyRow; entered: Values } | null {
  const now = refused?.failure instanceof EditConflict ? refused.failure.current : null;
  return refused && now && { now, entered: refused.values };
}
