// Query keys of the review desk; they contain the names of the tables whose changes invalidate them.

const tables = ["transactions", "audition_registrations", "payments"] as const;

export const REVIEW_KEY = ["admin", "review"] as const;
export const REVIEW_QUEUE_KEY = [...REVIEW_KEY, "queue"] as const;
export const queueKey = (kind: string | null) => [...REVIEW_QUEUE_KEY, kind, ...tables] as const;
export const caseKey = (uuid: string) => [...REVIEW_KEY, "case", uuid, ...tables] as const;
/** Without table names, since a proof's content never changes. */
export const proofKey = (filename: string) => ["proof", filename] as const;
