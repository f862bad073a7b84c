// The review queue and its decisions: the first decision on a case wins.

import { isNonEmptyString, toFields } from "@/lib/typeGuards";
import { restClient } from "./backend";
import { fetchDeliveriesOfOrders } from "./orderPeople";
import { fetchPayments } from "./payments";
import { fetchPeople } from "./people";
import { fetchProofs } from "./proofs";
import { fetchRow } from "./records";
import { fetchRefunds } from "./refunds";
import type {
  AuditionRegistration,
  Buyer,
  DecidedReview,
  OrderDelivery,
  PaidTable,
  Payment,
  Refund,
  ReviewDecision,
  ReviewWarning,
  StatementLine,
  Transaction,
  WaitingPayment,
} from "./tables";

const MAX_CASES = 200;

export interface WaitingCases {
  cases: WaitingPayment[];
  counts: Record<PaidTable, number>;
}

/** The oldest cases of one kind or all, and the counts of each kind. */
export async function fetchWaitingCases(kind: PaidTable | null): Promise<WaitingCases> {
  const [cases, transactions, audition_registrations] = await Promise.all([
    oldestWaiting(kind),
    fetchWaitingCount("transactions"),
    fetchWaitingCount("audition_registrations"),
  ]);
  return { cases, counts: { transactions, audition_registrations } };
}

async function oldestWaiting(kind: PaidTable | null): Promise<WaitingPayment[]> {
  const rows = (await restClient()).from("review_queue").select("*");
  const oldest = (kind ? rows.eq("place", kind) : rows).order("created_at").order("uuid").limit(MAX_CASES);
  return (await oldest.throwOnError()).data;
}

export async function fetchWaitingCount(table?: PaidTable): Promise<number> {
  return (await fetchWaiting(table)).count;
}

/** `oldest`: when the oldest case was queued. */
export async function fetchWaiting(table?: PaidTable): Promise<{ count: number; oldest: string | null }> {
  const rows = (await restClient()).from("review_queue").select("created_at", { count: "exact" });
  const found = (table ? rows.eq("place", table) : rows).order("created_at").limit(1);
  const { count, data } = await found.throwOnError();
  return { count: count ?? 0, oldest: data[0]?.created_at ?? null };
}

type Reviewed =
  | { place: "transactions"; record: Transaction }
  | { place: "audition_registrations"; record: AuditionRegistration };

/** Everything needed for a decision. */
export type ReviewCaseData = Reviewed & {
  /** Its queue entry; null if it no longer waits. */
  waiting: WaitingPayment | null;
  payment: Payment | undefined;
  refunds: Refund[];
  review: DecidedReview | null;
  warnings: ReviewWarning[];
  /** File names of all proofs, oldest first; the last one is to be checked. */
  proofs: string[];
  /** Matched lines of the bank statement. */
  lines: StatementLine[];
  buyer: Buyer | undefined;
  delivery: OrderDelivery | undefined;
};

export type OrderReviewCase = ReviewCaseData & { place: "transactions" };

/** Null if neither an order nor a registration has this uuid. With `known`, all queries run in parallel. */
export async function fetchCase(uuid: string, known?: PaidTable): Promise<ReviewCaseData | null> {
  const recordPromise = known ? readRecord(known, uuid) : readReviewed(uuid);
  const table = known ?? (await recordPromise)?.place;
  if (!table) return null;
  const [reviewed, waiting, payments, refunds, decided, warnings, proofs, lines, [buyer], [delivery]] =
    await Promise.all([
      recordPromise,
      queueEntry(uuid),
      fetchPayments(table, [uuid]),
      fetchRefunds(table, [uuid]),
      fetchReview(table, uuid),
      warningsOf(table, uuid),
      fetchProofs({ place: table, uuid }),
      matchedLines(table, uuid),
      recordPromise.then((found) => (found ? fetchPeople([found.record.user_id]) : [])),
      table === "transactions" ? fetchDeliveriesOfOrders([uuid]) : [],
    ]);
  return (
    reviewed && {
      ...reviewed,
      waiting,
      payment: payments.get(uuid),
      refunds,
      review: decided,
      warnings,
      proofs,
      lines,
      buyer,
      delivery,
    }
  );
}

async function readReviewed(uuid: string): Promise<Reviewed | null> {
  const [order, registration] = await Promise.all([
    readRecord("transactions", uuid),
    readRecord("audition_registrations", uuid),
  ]);
  return order ?? registration;
}

async function readRecord(table: PaidTable, uuid: string): Promise<Reviewed | null> {
  const record = await fetchRow<Transaction & AuditionRegistration>(table, uuid);
  return record && { place: table, record };
}

async function queueEntry(uuid: string): Promise<WaitingPayment | null> {
  const rows = (await restClient()).from("review_queue").select("*").eq("uuid", uuid);
  return (await rows.maybeSingle().throwOnError()).data;
}

async function warningsOf(table: PaidTable, record: string): Promise<ReviewWarning[]> {
  return (await (await restClient()).rpc("review_warnings", { place: table, record }).throwOnError()).data;
}

async function matchedLines(table: PaidTable, record: string): Promise<StatementLine[]> {
  const statement = await restClient();
  const matches = statement.from("reconciliations").select("line_uuid").eq("place", table).eq("record", record);
  const uuids = (await matches.throwOnError()).data.map(({ line_uuid }) => line_uuid);
  if (uuids.length === 0) return [];
  const lines = statement.from("statement_lines").select("booked_on,amount,description").in("uuid", uuids);
  return (await lines.order("booked_on").throwOnError()).data;
}

export async function fetchReview(table: PaidTable, record: string): Promise<DecidedReview | null> {
  const rows = (await restClient()).from("decided_reviews").select("*").eq("place", table).eq("record", record);
  return (await rows.maybeSingle().throwOnError()).data;
}

/** Another administrator has decided already. */
export class AlreadyReviewedError extends Error {
  /** Null if an announcement was the decision. */
  readonly decision: ReviewAnswer | null;
  readonly by: string | null;
  readonly at: string | null;

  constructor(details: unknown) {
    super("This was decided already");
    const { decision, by, at, cancelled_by } = toFields(isNonEmptyString(details) ? JSON.parse(details) : details);
    const decided = decision === "accepted" || decision === "rejected" ? decision : null;
    this.decision = cancelled_by ? "cancelled" : decided;
    this.by = isNonEmptyString(by) ? by : null;
    this.at = isNonEmptyString(at) ? at : null;
  }
}

/** A cancelled order is rejected and accepts no further proof. */
export type ReviewAnswer = ReviewDecision | "cancelled";

export async function submitReview(table: PaidTable, record: string, answer: ReviewAnswer, reason: string | null) {
  const tables = await restClient();
  const { error } =
    answer === "cancelled"
      ? await tables.rpc("cancel_order", { order_uuid: record, reason })
      : await tables.rpc("review", { place: table, record, decision: answer, reason });
  if (error?.hint === "already_reviewed") throw new AlreadyReviewedError(error.details);
  if (error) throw error;
}

export async function undoReview(table: PaidTable, record: string): Promise<void> {
  await (await restClient()).rpc("undo_review", { place: table, record }).throwOnError();
}
