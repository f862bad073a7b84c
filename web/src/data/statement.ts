// Bank statements: import of lines, and reconciliation with payments.

import { toFields } from "@/lib/typeGuards";
import { restClient } from "./backend";
import type {
  ImportedStatement,
  OpenPayment,
  PaidTable,
  StatementFormatRow,
  StatementLine,
  StatementMatch,
} from "./tables";

/** Of the rows beyond, the oldest lines that fit no payment are left out. */
export const MAX_MATCHES = 1_000;

export async function fetchStatementMatches(): Promise<StatementMatch[]> {
  return (await (await restClient()).rpc("statement_matches").throwOnError()).data;
}

export async function importStatement(account: string, lines: readonly StatementLine[]): Promise<ImportedStatement> {
  return (await (await restClient()).rpc("import_statement", { account, lines }).throwOnError()).data;
}

/** Returns the number of lines removed. */
export async function undoStatementImport(at: string): Promise<number> {
  return (await (await restClient()).rpc("undo_import", { at }).throwOnError()).data;
}

export interface LineMatch {
  line: string;
  place: PaidTable;
  records: readonly string[];
  /** Whether to accept its waiting payments, too. */
  accepting: boolean;
  /** The share of the line's amount for each record, if divided by hand. */
  shares?: readonly number[];
}

export async function matchLine(match: LineMatch): Promise<void> {
  await (await restClient()).rpc("match_line", { ...match }).throwOnError();
}

export async function unmatchLine(line: string): Promise<void> {
  await (await restClient()).rpc("unmatch_line", { line }).throwOnError();
}

/** Accepts matches that are still exact and whose proofs have no picture warnings; skips the others. */
export async function acceptExactMatches(lines: readonly string[]): Promise<{ accepted: string[]; skipped: string[] }> {
  return (await (await restClient()).rpc("accept_matches", { lines }).throwOnError()).data;
}

/** The confirmed format of files with these headings, or null. */
export async function fetchFormat(fingerprint: string): Promise<StatementFormatRow | null> {
  const rows = (await restClient()).from("statement_formats").select("fingerprint,format,account");
  return (await rows.eq("fingerprint", fingerprint).maybeSingle().throwOnError()).data;
}

export async function saveStatementFormat(format: StatementFormatRow): Promise<void> {
  await (await restClient()).rpc("remember_format", format).throwOnError();
}

/** The account numbers of the payment methods. */
export async function fetchShopAccounts(): Promise<string[]> {
  const rows = (await restClient()).from("payment_methods").select("account_number");
  return [...new Set((await rows.throwOnError()).data.map(({ account_number }) => account_number))];
}

/** Payments that match the search, without one only waiting ones; these first, closest to the received amount first, limited, with the total count. */
export async function fetchOpenPayments(
  search: string,
  received: number,
): Promise<{ payments: readonly OpenPayment[]; found: number }> {
  const payments = (await (await restClient()).rpc("open_payments", { typed: search, came: received }).throwOnError())
    .data;
  return { payments, found: payments[0]?.found ?? 0 };
}

/** The line or the record has been matched, unmatched or deleted by somebody else. */
export function isMatchConflictError(failure: unknown): boolean {
  return ["line_matched", "line_gone", "record_gone", "already_reviewed"].some(
    (hint) => hint === toFields(failure).hint,
  );
}
