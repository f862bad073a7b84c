// For somebody whose address waits to be confirmed: another mail, and the page that says where it went.

import { RateLimited, resendConfirmation } from "@/data/authEmails";
import { emailLinkPages } from "@/data/emailLink";
import { useSubmission } from "@/entities/useSubmission";
import { useMessages } from "@/messages/account";
import { sentenceFor } from "@/messages/failures";
import { Button } from "@/ui/Button";
import { useNavigate } from "@/ui/router";
import { useToast } from "@/ui/Toast";

export function ConfirmAgain({ email }: { email: string }) {
  const m = useMessages();
  const navigate = useNavigate();
  const toast = useToast();
  const goOn = (wait?: number) =>
    navigate(emailLinkPages.signup, { state: { email, ...(wait !== undefined && { wait }) } });
  const { busy, run } = useSubmission({
    act: async () => {
      await resendConfirmation(email);
      await goOn();
    },
    // The mail that was asked for a moment ago is as good.
    onRefused: (_, failure) => {
      if (failure instanceof RateLimited) void goOn(failure.seconds);
      else toast(sentenceFor(failure, m));
    },
  });
  return (
    <Button look="quiet" className="mt-2 ml-4" onClick={() => run()} disabled={busy}>
      {m.account.confirmAgain}
    </Button>
  );
}
