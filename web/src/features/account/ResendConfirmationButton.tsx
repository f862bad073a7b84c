// Resends the confirmation email for an unconfirmed address and opens the page that says so.

import { RateLimitedError, resendConfirmation } from "@/data/authEmails";
import { emailLinkPaths } from "@/data/emailLink";
import { useFormSubmission } from "@/entities/useSubmission";
import { useMessages } from "@/messages/account";
import { formatError } from "@/messages/failures";
import { Button } from "@/ui/Button";
import { useNavigate } from "@/ui/router";
import { useToast } from "@/ui/Toast";

export function ResendConfirmationButton({ email }: { email: string }) {
  const m = useMessages();
  const navigate = useNavigate();
  const toast = useToast();
  const openConfirmPage = (wait?: number) =>
    navigate(emailLinkPaths.signup, { state: { email, ...(wait !== undefined && { wait }) } });
  const { busy, run } = useFormSubmission({
    act: async () => {
      await resendConfirmation(email);
      await openConfirmPage();
    },
    onRefused: (_, failure) => {
      if (!(failure instanceof RateLimitedError)) toast(formatError(failure, m), { failed: true });
      // An email was requested moments ago, which serves as well.
      else if (failure.isRepeated) void openConfirmPage(failure.seconds);
      else toast(formatError(failure.cause, m), { failed: true });
    },
  });
  return (
    <Button look="quiet" className="mt-2 ml-4" onClick={() => run()} disabled={busy}>
      {m.account.confirmAgain}
    </Button>
  );
}
