// Query keys of the review desk; they contain the names of the tables whose changes invalidate them.

const tables = ["transactions", "audition_registrations", "payments"] as const;

export const REVIEW_QUERY_KEY = ["admin", "review"] as const;
export const REVIEW_QUEUE_QUERY_KEY = [...REVIEW_QUERY_KEY, "queue"] as const;
export const getQueueQueryKey = (kind: string | null) => [...REVIEW_QUEUE_QUERY_KEY, kind, ...tables] as const;
export const getCaseQueryKey = (uuid: string) => [...REVIEW_QUERY_KEY, "case", uuid, ...tables] as const;
/** Without table names, since a proof's content never changes. */
export const getProofQueryKey = (filename: string) => ["proof", filename] as const;
