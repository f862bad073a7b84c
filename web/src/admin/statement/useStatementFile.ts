// The import of a chosen file: recognise, confirm an unknown format, store the lines.

import { useState } from "react";
import { fetchFormat, importStatement, saveStatementFormat, undoStatementImport } from "@/data/statement";
import type { ImportedStatement, PossibleDuplicateLine } from "@/data/tables";
import { formatShopDay } from "@/lib/dates";
import { useMessages } from "@/messages";
import { formatErrors } from "@/messages/failures";
import { useStatementMessages } from "@/messages/statement";
import { useToast } from "@/ui/Toast";
import type { StatementFormat } from "./reading/format";
import type { RecognisedFile } from "./reading/readStatementFile";

/** A separate chunk, needed only for importing. */
const loadReader = () => import("./reading/readStatementFile");

interface Imported {
  name: "imported";
  file: RecognisedFile;
  account: string;
  result: ImportedStatement;
  leftOut: readonly string[];
  /** The `at` of the file's import and of each further transfer, for undoing all of them. */
  imports: readonly string[];
}

type Step =
  | { name: "none" }
  | { name: "reading" }
  /** The import it replaces stays until the new one is confirmed. */
  | { name: "confirming"; file: RecognisedFile; account: string; replaces?: Imported }
  | Imported;

export function useStatementFile(reload: () => Promise<void>) {
  const m = useMessages();
  const words = useStatementMessages();
  const toast = useToast();
  const [step, setStep] = useState<Step>({ name: "none" });
  const [errors, setErrors] = useState<string[]>([]);

  const run = async (action: () => Promise<void>) => {
    setErrors([]);
    try {
      await action();
    } catch (failure) {
      console.error("The statement could not be brought in", failure);
      setErrors(formatErrors(failure, m));
      setStep((current) => (current.name === "reading" ? { name: "none" } : current));
    }
  };

  const importFile = async (file: RecognisedFile, account: string) => {
    const { lines, leftOut } = (await loadReader()).parseStatementLines(
      file.table,
      file.format,
      formatShopDay(new Date()),
    );
    const result = await importStatement(account, lines);
    setStep({ name: "imported", file, account, result, leftOut, imports: [result.at] });
    await reload();
  };

  const choose = (upload: File) =>
    run(async () => {
      setStep({ name: "reading" });
      const { readStatementFile, parseFormat, applyKnownFormat } = await loadReader();
      const file = await readStatementFile(upload);
      if (typeof file === "string") {
        setErrors([words.refused[file]]);
        return setStep({ name: "none" });
      }
      const storedFormat = await fetchFormat(file.fingerprint);
      const known = parseFormat(storedFormat?.format, file.table.headings.length);
      const { format, isCertain } = known
        ? applyKnownFormat(file.table, known, formatShopDay(new Date()))
        : { format: file.format, isCertain: false };
      // Headings are the same for all accounts of a bank, so a file without an account number needs confirmation.
      if (isCertain && file.account) return importFile({ ...file, format }, file.account);
      const account = file.account ?? storedFormat?.account ?? "";
      setStep({ name: "confirming", file: { ...file, format }, account });
    });

  const confirm = (file: RecognisedFile, format: StatementFormat, account: string) =>
    run(async () => {
      await saveStatementFormat({ fingerprint: file.fingerprint, format, account });
      if (step.name === "confirming" && step.replaces) {
        await undoImports(step.replaces);
        setStep({ name: "confirming", file, account });
      }
      await importFile({ ...file, format }, account);
    });

  /** Removes the question; a further transfer is imported again as another occurrence. */
  const answer = (imported: Imported, line: PossibleDuplicateLine, isFurther: boolean) =>
    run(async () => {
      const further = isFurther ? await importStatement(imported.account, [line]) : null;
      setStep((current) => (current.name === "imported" ? withAnswer(current, line, further) : current));
      if (further) {
        toast(words.unsure.added);
        await reload();
      }
    });

  const undo = (imported: Imported) =>
    run(async () => {
      toast(words.undone(await undoImports(imported)));
      setStep({ name: "none" });
      await reload();
    });

  const change = (replaces: Imported) => {
    setErrors([]);
    setStep({ name: "confirming", file: replaces.file, account: replaces.account, replaces });
  };

  const cancel = () => {
    setErrors([]);
    setStep((step.name === "confirming" && step.replaces) || { name: "none" });
  };

  return { step, errors, choose, confirm, answer, undo, change, cancel };
}

export type StatementFile = ReturnType<typeof useStatementFile>;

async function undoImports({ imports }: Imported): Promise<number> {
  const removed = await Promise.all(imports.map(undoStatementImport));
  return removed.reduce((sum, count) => sum + count, 0);
}

function withAnswer(
  { result, imports, ...imported }: Imported,
  answered: PossibleDuplicateLine,
  further: ImportedStatement | null,
): Imported {
  const added = further?.new ?? 0;
  const unsure = result.unsure.filter((line) => line !== answered);
  return {
    ...imported,
    result: { ...result, new: result.new + added, known: result.known - added, unsure },
    imports: further ? [...imports, further.at] : imports,
  };
}
