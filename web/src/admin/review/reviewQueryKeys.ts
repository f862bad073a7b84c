// What the desk keeps in the cache, under the names of the tables by whose changes it is read again.

const tables = ["transactions", "audition_registrations", "payments"] as const;

export const REVIEW_KEY = ["admin", "review"] as const;
export const QUEUE_KEY = [...REVIEW_KEY, "queue"] as const;
export const queueKey = (kind: string | null) => [...QUEUE_KEY, kind, ...tables] as const;
export const caseKey = (uuid: string) => [...REVIEW_KEY, "case", uuid, ...tables] as const;
/** Of no table: a proof never changes under its name. */
export const proofKey = (filename: string) => ["proof", filename] as const;
