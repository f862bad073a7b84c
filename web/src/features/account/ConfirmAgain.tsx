// For somebody whose address waits to be confirmed: another mail, and the page that says where it went.
import { startTransition, useActionState } from "react";
import { mailPages } from "@/data/mailedLink";
import { askForConfirmation, TooSoon } from "@/data/mails";
import { useMessages } from "@/messages/account";
import { sentenceFor } from "@/messages/failures";
import { Button } from "@/ui/Button";
import { useNavigate } from "@/ui/router";
import { useToast } from "@/ui/Toast";

export function ConfirmAgain({ email }: { email: string }) {
  const m = useMessages();
  const navigate = useNavigate();
  const toast = useToast();
  const [, ask, pending] = useActionState(async () => {
    try {
      await askForConfirmation(email);
      await navigate(mailPages.signup, { state: { email } });
    } catch (failure) {
      // The mail that was asked for a moment ago is as good.
      if (failure instanceof TooSoon) await navigate(mailPages.signup, { state: { email, wait: failure.seconds } });
      else toast(sentenceFor(failure, m));
    }
  }, undefined);
  return (
    <Button look="quiet" className="mt-2 ml-4" onClick={() => startTransition(ask)} disabled={pending}>
      {m.account.confirmAgain}
    </Button>
  );
}
