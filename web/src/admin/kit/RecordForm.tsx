// The form of a record: errors, edit conflict, fields, submit button.

import { type ComponentType, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { DraftName } from "@/data/drafts";
import { type BaseRow, EditConflictError, type RecordValues } from "@/data/records";
import { preloadUploadClients, type UploadOptions } from "@/data/uploads";
import { createFormRules } from "@/entities/createFormRules";
import { createSchemaCheck } from "@/entities/formChecks";
import { RestoreDraftButton } from "@/entities/RestoreDraftButton";
import { useFormDraft } from "@/entities/useFormDraft";
import { useFormSubmission } from "@/entities/useSubmission";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { ErrorList } from "@/ui/ErrorList";
import { FieldErrorsContext } from "@/ui/fieldErrors";
import { Progress } from "@/ui/Progress";
import { useToast } from "@/ui/Toast";
import { EditConflictNotice } from "./EditConflictNotice";
import { FieldConflictError, pickEdited, pickStored, saveMerged } from "./editConflict";
import { RecordFormContext } from "./formState";
import type { Column, CreateFormSchema } from "./resource";
import type { DiscardGuard } from "./useDiscardGuard";
import { useFormatErrors } from "./useFormatErrors";

/** Saves the values over the given version of the record, or as a new one with this UUID. */
export type SaveRecord<Row> = (
  record: Row | null,
  uuid: string,
  values: RecordValues,
  upload: UploadOptions,
) => Promise<void>;

export interface SharedFormProps<Row extends BaseRow> {
  form: CreateFormSchema;
  columns: readonly Column<Row>[];
  save: SaveRecord<Row>;
  /** Called when the displayed data is stale, after saving or a conflict; the form closes once it has resolved. */
  reload: () => Promise<void>;
  children: ReactNode;
}

interface FormProps<Row extends BaseRow> extends SharedFormProps<Row>, Pick<DiscardGuard, "watch" | "initial"> {
  record: Row | null;
  /** Without it, the form stays open after saving. */
  onClose?: () => void;
  /** The version that is stored now, for a form that stays open. */
  readStored?: () => Promise<Row | null>;
  /** The initial values, if they are more than the record's columns. */
  initialValues?: (record: Row | null) => object;
  draft: DraftName;
  /** Wraps the submit button. */
  Footer: ComponentType<{ children: ReactNode }>;
}

/** Remounts the fields when the stored version is taken: after a conflict, or when a form that stays open was saved. */
export function RecordForm<Row extends BaseRow>({ record, ...form }: FormProps<Row>) {
  const [version, setVersion] = useState(record);
  return <RecordFields key={version?.updated_at} record={version} onTakeStored={setVersion} {...form} />;
}

type VersionProps<Row extends BaseRow> = FormProps<Row> & { onTakeStored: (row: Row) => void };

function RecordFields<Row extends BaseRow>(props: VersionProps<Row>) {
  const { record, draft, form, columns, save, reload, onTakeStored, children, Footer } = props;
  const { initialValues, readStored, onClose, watch, initial } = props;
  const m = useMessages();
  const a = useAdminMessages();
  const toast = useToast();
  const formDraft = useFormDraft(draft);
  const element = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => (element.current ? watch(element.current) : undefined), [watch]);
  const isEditedSincePress = useRef(false);
  const [base, setBase] = useState(record);
  const [uuid] = useState(() => record?.uuid ?? crypto.randomUUID());
  /** After a conflict was shown, the next save may overwrite that version. */
  const handleConflict = (failure: unknown): never => {
    if (failure instanceof EditConflictError) void reload();
    if (failure instanceof FieldConflictError) setBase(failure.stored as Row);
    throw failure;
  };
  const checkSchema = createSchemaCheck(form(createFormRules(a, record !== null)));
  /** The values with which the form was opened; none for a new record, or one that does not pass the form's rules. */
  const readOpened = (): RecordValues => {
    const opened = record && checkSchema(initial.current);
    const { uuid: _, ...values } = opened && "values" in opened ? opened.values : {};
    return values;
  };
  const submission = useFormSubmission<RecordValues>({
    check: checkSchema,
    explain: useFormatErrors(),
    prepare: preloadUploadClients,
    abortOnUnmount: true,
    act: ({ uuid: _, ...values }, upload) => {
      isEditedSincePress.current = false;
      const opened = readOpened();
      const edited = pickEdited(values, opened);
      return saveMerged(base, edited, (version) =>
        save(version, uuid, { ...pickStored(version, opened), ...edited }, upload),
      ).catch(handleConflict);
    },
    onDone: async (entered) => {
      const stored = await readStored?.().catch(console.error);
      // What was typed while the rest was saved stays, unsaved, over the version that has the rest.
      const staysUnsaved = stored && isEditedSincePress.current;
      if (!staysUnsaved) await formDraft.discard();
      if (element.current) initial.current = staysUnsaved ? entered : new FormData(element.current);
      await reload();
      toast(a.form.saved);
      // Who closed it in the meantime may have opened another record.
      if (!element.current) return;
      if (staysUnsaved) setBase(stored);
      else if (stored) onTakeStored(stored);
      onClose?.();
    },
  });
  const { errors, busy, progress, onSubmit, recheck, cancel } = submission;
  const failure = submission.refused?.failure;
  return (
    <RecordFormContext value={{ ...submission, record: initialValues ? initialValues(record) : record, formDraft }}>
      <FieldErrorsContext value={submission.invalid}>
        <form
          ref={element}
          noValidate
          onSubmit={onSubmit}
          onInput={(event) => {
            isEditedSincePress.current = true;
            formDraft.onInput(event);
            recheck(event.currentTarget);
          }}
          aria-busy={busy}
          className="flex flex-col gap-5 [&>[role=alert]]:mb-0"
        >
          <ErrorList errors={errors} />
          {!busy && <RestoreDraftButton formDraft={formDraft} form={element} className="self-start" />}
          {failure instanceof FieldConflictError && (
            <EditConflictNotice
              columns={columns}
              stored={failure.stored as Row}
              entered={failure.entered}
              onTakeStored={() => onTakeStored(failure.stored as Row)}
            />
          )}
          {record && <input type="hidden" name="uuid" defaultValue={record.uuid} />}
          {/* What is typed while it is saved would be lost when it closes. */}
          <div inert={busy && onClose !== undefined} className="flex flex-col gap-5 inert:opacity-60">
            {children}
          </div>
          <Footer>
            {progress !== null && (
              <Progress label={a.form.sending} value={progress} cancelLabel={m.common.cancel} onCancel={cancel} />
            )}
            <Button type="submit" disabled={busy}>
              {a.form.submit}
            </Button>
          </Footer>
        </form>
      </FieldErrorsContext>
    </RecordFormContext>
  );
}
