// The bank's statement: its lines come in, and are matched to the payments that they are.

import { fieldsOf } from "@/lib/typeGuards";
import { restClient } from "./backend";
import type {
  ImportedStatement,
  OpenPayment,
  PaidPlace,
  StatementFormatRow,
  StatementLine,
  StatementMatch,
} from "./tables";

export async function statementMatches(): Promise<StatementMatch[]> {
  return (await (await restClient()).rpc("statement_matches").throwOnError()).data;
}

export async function importStatement(account: string, lines: readonly StatementLine[]): Promise<ImportedStatement> {
  return (await (await restClient()).rpc("import_statement", { account, lines }).throwOnError()).data;
}

/** How many lines went. */
export async function undoImport(at: string): Promise<number> {
  return (await (await restClient()).rpc("undo_import", { at }).throwOnError()).data;
}

export interface LineMatch {
  line: string;
  place: PaidPlace;
  records: readonly string[];
  /** Whether what waits of it is accepted, too. */
  accepting: boolean;
  /** How much of the line pays each record; without them it isn't divided by hand. */
  shares?: readonly number[];
}

export async function matchLine(match: LineMatch): Promise<void> {
  await (await restClient()).rpc("match_line", { ...match }).throwOnError();
}

export async function unmatchLine(line: string): Promise<void> {
  await (await restClient()).rpc("unmatch_line", { line }).throwOnError();
}

/** Those that are still exact and whose proofs carry no warning about pictures; the others are skipped. */
export async function acceptMatches(lines: readonly string[]): Promise<{ accepted: string[]; skipped: string[] }> {
  return (await (await restClient()).rpc("accept_matches", { lines }).throwOnError()).data;
}

/** How files with these headings are read; null before somebody has confirmed it. */
export async function readFormat(fingerprint: string): Promise<StatementFormatRow | null> {
  const rows = (await restClient()).from("statement_formats").select("fingerprint,format,account");
  return (await rows.eq("fingerprint", fingerprint).maybeSingle().throwOnError()).data;
}

export async function saveFormat(format: StatementFormatRow): Promise<void> {
  await (await restClient()).rpc("remember_format", format).throwOnError();
}

/** Account numbers that buyers pay to. */
export async function shopAccounts(): Promise<string[]> {
  const rows = (await restClient()).from("payment_methods").select("account_number");
  return [...new Set((await rows.throwOnError()).data.map(({ account_number }) => account_number))];
}

/** What waits and fits what is typed, the nearest to what came first: the first of them, and how many there are. */
export async function openPayments(
  typed: string,
  came: number,
): Promise<{ payments: readonly OpenPayment[]; found: number }> {
  const payments = (await (await restClient()).rpc("open_payments", { typed, came }).throwOnError()).data;
  return { payments, found: payments[0]?.found ?? 0 };
}

/** The line or the record was matched, unmatched or deleted by somebody else. */
export function isConflict(failure: unknown): boolean {
  return ["line_matched", "line_gone", "record_gone", "already_reviewed"].some(
    (hint) => hint === fieldsOf(failure).hint,
  );
}
