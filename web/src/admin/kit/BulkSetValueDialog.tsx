// Sets one value on the selected records, such as the status of orders; failures stay selected and are reported.

import { useRef } from "react";
import { type RowOf, type TableName, updateRow } from "@/data/records";
import { useFormSubmission } from "@/entities/useSubmission";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { ErrorList } from "@/ui/ErrorList";
import { useToast } from "@/ui/Toast";
import { forEachRemaining } from "./forEachSequentially";
import { RecordSummaries } from "./RecordSummary";
import type { ChoiceColumn, TableDefinition } from "./resource";
import { useFormatErrors } from "./useFormatErrors";

interface ChoiceDialogProps<Name extends TableName> {
  facts: TableDefinition<Name>;
  choice: ChoiceColumn<RowOf<Name>>;
  /** The records to change; empty while the dialog is closed. */
  rows: readonly RowOf<Name>[];
  reload: () => void;
  onClose: () => void;
}

export function BulkSetValueDialog<Name extends TableName>(props: ChoiceDialogProps<Name>) {
  const m = useMessages();
  const a = useAdminMessages();
  const { choice, rows, onClose } = props;
  return (
    <Dialog open={rows.length > 0} title={a.fields[choice.field]} closeLabel={m.common.close} onClose={onClose}>
      <Values {...props} />
    </Dialog>
  );
}

function Values<Name extends TableName>({ facts, choice, rows, reload, onClose }: ChoiceDialogProps<Name>) {
  const a = useAdminMessages();
  const toast = useToast();
  const stored = useRef(new Set<string>());
  const { errors, busy, run } = useFormSubmission<string>({
    act: (value) => {
      const changed = rows.filter((row) => choice.valueOf(row) !== value);
      const updateValue = (row: RowOf<Name>) => updateRow(facts.table, row, { [choice.field]: choice.toStored(value) });
      const keyOf = ({ uuid }: RowOf<Name>) => `${uuid} ${value}`;
      return forEachRemaining(changed, keyOf, stored.current, updateValue).finally(reload);
    },
    onDone: () => toast(a.form.saved),
    leave: onClose,
    explain: useFormatErrors(),
  });
  const commonValue = choice.values.find((value) => rows.every((row) => choice.valueOf(row) === value));
  return (
    <>
      <ErrorList errors={errors} />
      <RecordSummaries facts={facts} rows={rows} />
      {choice.consequence && <p className="mt-6">{choice.consequence(a)}</p>}
      <ul className="mt-6 grid gap-2">
        {choice.values.map((value) => (
          <li key={value}>
            <Button
              look="outline"
              aria-pressed={value === commonValue}
              disabled={busy}
              onClick={() => run(value)}
              className="w-full justify-start! aria-pressed:bg-tint"
            >
              <Badge tone={choice.tone(value)}>{choice.label(value, a)}</Badge>
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
