// The last successful backup, what it lacks, and a failed attempt since; that a restored shop sends nothing yet.

import { useQuery } from "@tanstack/react-query";
import { fetchBackupState } from "@/data/dashboard";
import { formatDateTime } from "@/lib/dates";
import { useLanguage } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { COUNTS_QUERY_KEY } from "../kit/useRows";

export function LastBackupNotice() {
  const words = useAdminMessages().dashboard.backup;
  const { language } = useLanguage();
  const { data } = useQuery({ queryKey: [...COUNTS_QUERY_KEY, "backup"], queryFn: fetchBackupState });
  if (!data) return null;
  const { made_at: made, failed_at: failed, damaged, silent_since: silent } = data;
  return (
    <div className="text-caption text-muted">
      {silent && <p className="mb-2 border-danger border-l-2 pl-4">{words.silent(formatDateTime(silent, language))}</p>}
      {failed && <p className="mb-2 border-danger border-l-2 pl-4">{words.failed(formatDateTime(failed, language))}</p>}
      {!!damaged && <p className="mb-2 border-danger border-l-2 pl-4">{words.damaged(damaged)}</p>}
      <p>{made ? words.made(formatDateTime(made, language)) : words.never}</p>
    </div>
  );
}
