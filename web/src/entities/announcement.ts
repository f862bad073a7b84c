// The badge of an audition result.

import type { Messages } from "@/messages/account";
import type { BadgeTone } from "@/ui/Badge";

export function getAnnouncementBadge(accepted: boolean, m: Messages): { tone: BadgeTone; word: string } {
  return accepted ? { tone: "green", word: m.announcements.accepted } : { tone: "red", word: m.announcements.rejected };
}
