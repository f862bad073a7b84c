// What becomes of a chosen file: recognised, confirmed where nobody has done so before, and its lines brought in.

import { useState } from "react";
import { importStatement, readFormat, saveFormat, undoImport } from "@/data/statement";
import type { ImportedStatement, UnsureLine } from "@/data/tables";
import { shopDay } from "@/lib/dates";
import { useMessages } from "@/messages";
import { sentencesFor } from "@/messages/failures";
import { useStatementMessages } from "@/messages/statement";
import { useToast } from "@/ui/Toast";
import type { StatementFormat } from "./reading/format";
import type { RecognisedFile } from "./reading/readFile";

/** Its own chunk: only who brings a file needs it. */
const reading = () => import("./reading/readFile");

interface Imported {
  name: "imported";
  file: RecognisedFile;
  account: string;
  told: ImportedStatement;
}

type Step =
  | { name: "none" }
  | { name: "reading" }
  /** What it replaces stays imported until the new reading is confirmed. */
  | { name: "confirming"; file: RecognisedFile; account: string; replaces?: Imported }
  | Imported;

export function useStatementFile(reload: () => Promise<void>) {
  const m = useMessages();
  const words = useStatementMessages();
  const toast = useToast();
  const [step, setStep] = useState<Step>({ name: "none" });
  const [errors, setErrors] = useState<string[]>([]);

  const attempt = async (work: () => Promise<void>) => {
    setErrors([]);
    try {
      await work();
    } catch (failure) {
      console.error("The statement could not be brought in", failure);
      setErrors(sentencesFor(failure, m));
      setStep((now) => (now.name === "reading" ? { name: "none" } : now));
    }
  };

  const bring = async (file: RecognisedFile, account: string) => {
    const { lines } = (await reading()).readLines(file.table, file.format, shopDay(new Date()));
    const told = await importStatement(account, lines);
    setStep({ name: "imported", file, account, told });
    await reload();
  };

  const choose = (chosen: File) =>
    attempt(async () => {
      setStep({ name: "reading" });
      const { readFile, parseFormat } = await reading();
      const file = await readFile(chosen);
      if (typeof file === "string") {
        setErrors([words.refused[file]]);
        return setStep({ name: "none" });
      }
      const known = await readFormat(file.fingerprint);
      const format = parseFormat(known?.format, file.table.headings.length);
      // The same bank writes the same headings for every account: a file that does not name its own is asked for it.
      if (format && file.account) return bring({ ...file, format }, file.account);
      const account = file.account ?? known?.account ?? "";
      setStep({ name: "confirming", file: { ...file, format: format ?? file.format }, account });
    });

  const confirm = (file: RecognisedFile, format: StatementFormat, account: string) =>
    attempt(async () => {
      await saveFormat({ fingerprint: file.fingerprint, format, account });
      if (step.name === "confirming" && step.replaces) {
        await undoImport(step.replaces.told.at);
        setStep({ name: "confirming", file, account });
      }
      await bring({ ...file, format }, account);
    });

  /** Leaves the question; a further transfer is brought again, under a place of its own. */
  const answer = (imported: Imported, line: UnsureLine, isFurther: boolean) =>
    attempt(async () => {
      if (isFurther) {
        await importStatement(imported.account, [line]);
        toast(words.unsure.added);
        await reload();
      }
      setStep((now) => (now.name === "imported" ? withoutQuestion(now, line) : now));
    });

  const takeBack = (at: string) =>
    attempt(async () => {
      toast(words.undone(await undoImport(at)));
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

  return { step, errors, choose, confirm, answer, takeBack, change, cancel };
}

export type StatementFile = ReturnType<typeof useStatementFile>;

function withoutQuestion(imported: Imported, answered: UnsureLine): Imported {
  const unsure = imported.told.unsure.filter((line) => line !== answered);
  return { ...imported, told: { ...imported.told, unsure } };
}
