// The bank's statement: its lines come in, and are tied to the payments that they are.

import { fieldsOf } from "@/lib/untrusted";
import { ownTables } from "./backend";
import type { ImportedStatement, PaidPlace, StatementFormatRow, StatementLine, StatementMatch } from "./tables";

const MOST_OFFERED = 1_000;

export async function statementMatches(): Promise<StatementMatch[]> {
  return (await (await ownTables()).rpc("statement_matches").throwOnError()).data;
}

export async function importStatement(account: string, lines: readonly StatementLine[]): Promise<ImportedStatement> {
  return (await (await ownTables()).rpc("import_statement", { account, lines }).throwOnError()).data;
}

/** How many lines went. */
export async function undoImport(at: string): Promise<number> {
  return (await (await ownTables()).rpc("undo_import", { at }).throwOnError()).data;
}

export interface Tie {
  line: string;
  place: PaidPlace;
  records: readonly string[];
  /** Whether what waits of it is accepted, too. */
  accepting: boolean;
}

export async function tieLine(tie: Tie): Promise<void> {
  await (await ownTables()).rpc("tie_line", { ...tie }).throwOnError();
}

export async function untieLine(line: string): Promise<void> {
  await (await ownTables()).rpc("untie_line", { line }).throwOnError();
}

/** Those that are still exact and whose proofs carry no warning about pictures; the others are skipped. */
export async function acceptMatches(lines: readonly string[]): Promise<{ accepted: string[]; skipped: string[] }> {
  return (await (await ownTables()).rpc("accept_matches", { lines }).throwOnError()).data;
}

/** How files with these headings are read; null before somebody has confirmed it. */
export async function rememberedFormat(fingerprint: string): Promise<StatementFormatRow | null> {
  const rows = (await ownTables()).from("statement_formats").select("fingerprint,format,account");
  return (await rows.eq("fingerprint", fingerprint).maybeSingle().throwOnError()).data;
}

export async function rememberFormat(format: StatementFormatRow): Promise<void> {
  await (await ownTables()).rpc("remember_format", format).throwOnError();
}

/** Account numbers that buyers pay to. */
export async function shopAccounts(): Promise<string[]> {
  const rows = (await ownTables()).from("payment_methods").select("account_number");
  return [...new Set((await rows.throwOnError()).data.map(({ account_number }) => account_number))];
}

export interface OpenPayment {
  place: PaidPlace;
  uuid: string;
  name: string;
  amount: number;
  created_at: string;
}

/** What waits and costs something, the newest first. */
export async function openPayments(): Promise<OpenPayment[]> {
  const rows = (await ownTables()).from("review_queue").select("*").gt("amount", 0);
  const { data } = await rows.order("created_at", { ascending: false }).limit(MOST_OFFERED).throwOnError();
  return data.map(({ place, uuid, name, email, amount, created_at }) => ({
    ...{ place, uuid, created_at },
    name: name ?? email ?? "",
    amount: amount ?? 0,
  }));
}

/** The line or the record was tied, untied or deleted by somebody else meanwhile. */
export function isOutdated(failure: unknown): boolean {
  return ["line_tied", "line_gone", "record_gone", "already_reviewed"].some((hint) => hint === fieldsOf(failure).hint);
}
