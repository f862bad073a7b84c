// Badge tones of order statuses.

import type { TransactionStatus } from "@/data/tables";
import type { BadgeTone } from "@/ui/Badge";

export const statusBadgeTones = {
  Processed: "amber",
  Accepted: "green",
  Finished: "blue",
  Rejected: "red",
} as const satisfies Record<TransactionStatus, BadgeTone>;
