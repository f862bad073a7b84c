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
    const { lines } = (await loadReader()).parseStatementLines(file.table, file.format, formatShopDay(new Date()));
    const result = await importStatement(account, lines);
    setStep({ name: "imported", file, account, result });
    await reload();
  };

  const choose = (upload: File) =>
    run(async () => {
      setStep({ name: "reading" });
      const { readStatementFile, parseFormat } = await loadReader();
      const file = await readStatementFile(upload);
      if (typeof file === "string") {
        setErrors([words.refused[file]]);
        return setStep({ name: "none" });
      }
      const storedFormat = await fetchFormat(file.fingerprint);
      const format = parseFormat(storedFormat?.format, file.table.headings.length);
      // Headings are the same for all accounts of a bank, so a file without an account number needs confirmation.
      if (format && file.account) return importFile({ ...file, format }, file.account);
      const account = file.account ?? storedFormat?.account ?? "";
      setStep({ name: "confirming", file: { ...file, format: format ?? file.format }, account });
    });

  const confirm = (file: RecognisedFile, format: StatementFormat, account: string) =>
    run(async () => {
      await saveStatementFormat({ fingerprint: file.fingerprint, format, account });
      if (step.name === "confirming" && step.replaces) {
        await undoStatementImport(step.replaces.result.at);
        setStep({ name: "confirming", file, account });
      }
      await importFile({ ...file, format }, account);
    });

  /** Removes the question; a further transfer is imported again as another occurrence. */
  const answer = (imported: Imported, line: PossibleDuplicateLine, isFurther: boolean) =>
    run(async () => {
      if (isFurther) {
        await importStatement(imported.account, [line]);
        toast(words.unsure.added);
        await reload();
      }
      setStep((current) => (current.name === "imported" ? withoutLine(current, line) : current));
    });

  const undo = (importedAt: string) =>
    run(async () => {
      toast(words.undone(await undoStatementImport(importedAt)));
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

  return { step, errors, choose, confirm, answer, takeBack: undo, change, cancel };
}

export type StatementFile = ReturnType<typeof useStatementFile>;

function withoutLine(imported: Imported, answered: PossibleDuplicateLine): Imported {
  const unsure = imported.result.unsure.filter((line) => line !== answered);
  return { ...imported, result: { ...imported.result, unsure } };
}
