// Confirms once how a statement file is parsed: a preview of its lines, and selects for every column.

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { fetchShopAccounts } from "@/data/statement";
import { formatShopDay } from "@/lib/dates";
import { useMessages } from "@/messages";
import { useStatementMessages } from "@/messages/statement";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { FormatFields } from "./FormatFields";
import { LeftOutRows } from "./LeftOutRows";
import { PreviewTable } from "./PreviewTable";
import type { CsvSeparator } from "./reading/csvText";
import type { StatementFormat } from "./reading/format";
import { type RecognisedFile, reparseWithSeparator } from "./reading/readStatementFile";
import { parseStatementLines } from "./reading/statementLines";

interface ConfirmReadingProps {
  file: RecognisedFile;
  account: string;
  onConfirm: (file: RecognisedFile, format: StatementFormat, account: string) => Promise<void>;
  onCancel: () => void;
}

export default function ConfirmFormatForm({
  file: initialFile,
  account: initialAccount,
  onConfirm,
  onCancel,
}: ConfirmReadingProps) {
  const m = useMessages();
  const { confirm: words } = useStatementMessages();
  const [file, setFile] = useState(initialFile);
  const [format, setFormat] = useState(file.format);
  const [account, setAccount] = useState(initialAccount);
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { data: accounts = [] } = useQuery({ queryKey: ["admin", "shopAccounts"], queryFn: fetchShopAccounts });
  const list = useId();
  const { lines, leftOut } = parseStatementLines(file.table, format, formatShopDay(new Date()));

  const changeSeparator = (separator: CsvSeparator) => {
    const reparsed = reparseWithSeparator(file, separator);
    setFile(reparsed);
    setFormat(reparsed.format);
  };

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (account.trim() === "") {
      setProblem(words.accountMissing);
      return field.current?.querySelector("input")?.focus();
    }
    setBusy(true);
    await onConfirm(file, format, account.trim());
    setBusy(false);
  };

  return (
    <form
      onSubmit={(event) => void handleSubmit(event)}
      noValidate
      className="flex flex-col gap-6 border-line border-t pt-6"
    >
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-heading outline-none">
          {words.title}
        </h2>
        <p className="text-muted">{words.lead}</p>
      </div>
      <PreviewTable lines={lines} />
      <LeftOutRows rows={leftOut} />
      <FormatFields
        headings={file.table.headings}
        separator={file.table.separator}
        format={format}
        onChange={setFormat}
        onSeparator={changeSeparator}
      />
      <div ref={field} className="max-w-md">
        <Field
          label={words.account}
          hint={words.accountHint}
          problem={problem}
          list={list}
          inputMode="numeric"
          autoComplete="off"
          maxLength={64}
          value={account}
          onChange={(event) => {
            setAccount(event.target.value);
            setProblem(undefined);
          }}
        />
        <datalist id={list}>
          {accounts.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={busy || lines.length === 0}>
          {words.submit(lines.length)}
        </Button>
        <Button look="outline" onClick={onCancel}>
          {m.common.cancel}
        </Button>
      </div>
    </form>
  );
}
