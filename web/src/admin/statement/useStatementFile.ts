// What becomes of a chosen file: recognised, confirmed where nobody has done so before, and its lines brought in.

import { useState } from "react";
import { sentencesFor } from "@/data/failures";
import { importStatement, rememberedFormat, rememberFormat, undoImport } from "@/data/statement";
import type { ImportedStatement } from "@/data/tables";
import { shopTime } from "@/lib/dates";
import { useMessages } from "@/messages";
import { useStatementMessages } from "@/messages/statement";
import { useToast } from "@/ui/Toast";
import type { StatementFormat } from "./reading/format";
import type { RecognisedFile } from "./reading/readFile";

/** Its own chunk: only who brings a file needs it. */
const reading = () => import("./reading/readFile");

type Step =
  | { name: "none" }
  | { name: "reading" }
  | { name: "confirming"; file: RecognisedFile; account: string }
  | { name: "imported"; file: RecognisedFile; account: string; told: ImportedStatement };

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
    const { lines } = (await reading()).readLines(file.table, file.format, shopTime(new Date()).slice(0, 10));
    const told = await importStatement(account, lines);
    setStep({ name: "imported", file, account, told });
    await reload();
  };

  const choose = (chosen: File) =>
    attempt(async () => {
      setStep({ name: "reading" });
      const { readFile, knownFormat } = await reading();
      const file = await readFile(chosen);
      if (typeof file === "string") {
        setErrors([words.refused[file]]);
        return setStep({ name: "none" });
      }
      const known = await rememberedFormat(file.fingerprint);
      const format = knownFormat(known?.format, file.table.headings.length);
      const account = file.account ?? known?.account ?? "";
      if (format) await bring({ ...file, format }, account);
      else setStep({ name: "confirming", file, account });
    });

  const confirm = (file: RecognisedFile, format: StatementFormat, account: string) =>
    attempt(async () => {
      await rememberFormat({ fingerprint: file.fingerprint, format, account });
      await bring({ ...file, format }, account);
    });

  /** What was read in the wrong way goes before it is read anew. */
  const takeBack = (at: string) =>
    attempt(async () => {
      toast(words.undone(await undoImport(at)));
      setStep({ name: "none" });
      await reload();
    });

  const change = ({ file, account, told }: Step & { name: "imported" }) =>
    attempt(async () => {
      await undoImport(told.at);
      setStep({ name: "confirming", file, account });
      await reload();
    });

  return { step, errors, choose, confirm, takeBack, change, cancel: () => setStep({ name: "none" }) };
}

export type StatementFile = ReturnType<typeof useStatementFile>;
