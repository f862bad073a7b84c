// Emails that no mail server accepted for three days, with a retry button.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { fetchFailedMails, sendFailedMails } from "@/data/dashboard";
import { useFormSubmission } from "@/entities/useSubmission";
import { formatDateTime } from "@/lib/dates";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { formatError } from "@/messages/failures";
import { Button } from "@/ui/Button";
import { useToast } from "@/ui/Toast";
import { COUNTS_QUERY_KEY } from "../kit/useRows";

const failedKey = [...COUNTS_QUERY_KEY, "failed mails"] as const;

export function FailedMailsNotice() {
  const m = useMessages();
  const words = useAdminMessages().failedMails;
  const toast = useToast();
  const queryClient = useQueryClient();
  const { data } = useQuery({ queryKey: failedKey, queryFn: fetchFailedMails });
  const { busy, onSubmit } = useFormSubmission({
    act: async () => {
      await sendFailedMails().then(
        (mails) => toast(words.sending(mails)),
        (failure: unknown) => toast(formatError(failure, m), { failed: true }),
      );
      await queryClient.invalidateQueries({ queryKey: failedKey });
    },
  });
  if (!data) return null;
  return (
    <form onSubmit={onSubmit} className="mb-6 border-danger border-l-2 py-1 pl-4" aria-busy={busy}>
      <p>{words.given(data.mails, formatDateTime(data.since, m.language))}</p>
      {data.reason && <p className="text-muted">{data.reason}</p>}
      <Button type="submit" look="quiet" disabled={busy}>
        {words.sendAgain}
      </Button>
    </form>
  );
}
