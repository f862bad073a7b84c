// Email confirmation: an email was sent, its link is confirmed with a button, done.
import { useState } from "react";
import { LinkExpiredError, redeemEmailLink, resendConfirmation, setPassword } from "@/data/authEmails";
import { guestCartStore } from "@/data/cart";
import { getEmailLinkToken } from "@/data/emailLink";
import { isSignedIn, useSession } from "@/data/session";
import { useFormSubmission } from "@/entities/useSubmission";
import { isCount, isNonEmptyString, toFields } from "@/lib/typeGuards";
import { useMailMessages } from "@/messages/mails";
import { Button, buttonClassName } from "@/ui/Button";
import { usePageTitle } from "@/ui/documentTitle";
import { ErrorText } from "@/ui/ErrorText";
import { Link } from "@/ui/Link";
import { useLocation } from "@/ui/router";
import { useToast } from "@/ui/Toast";
import { AccountPageLayout } from "./AccountPageLayout";
import { NewPasswordForm } from "./NewPasswordForm";
import { SECONDS_BETWEEN_MAILS, SendLinkForm } from "./SendLinkForm";

/** The state of the link in the URL; `choosing`: it was redeemed and a password must be chosen. */
type LinkState = "fresh" | "choosing" | "over" | "none";

export default function ConfirmEmailPage() {
  const pageTitle = usePageTitle();
  const words = useMailMessages().confirm;
  const session = useSession();
  const toast = useToast();
  const { saved } = useMailMessages().reset;
  const [link, setLink] = useState<LinkState>(() => (getEmailLinkToken("signup") ? "fresh" : "none"));
  const sentMail = sentMailOf(useLocation().state);
  if (link === "fresh") {
    return (
      <AccountPageLayout title={pageTitle} lead={words.lead} step="confirm">
        <Confirm onUsed={setLink} />
      </AccountPageLayout>
    );
  }
  if (link === "choosing") {
    const save = async (password: string) => {
      await setPassword(password);
      toast(saved);
      setLink("none");
    };
    return (
      <AccountPageLayout title={words.choose} lead={words.chooseLead} step="choosing">
        <NewPasswordForm submitLabel={words.chooseSubmit} save={save} />
      </AccountPageLayout>
    );
  }
  if (link === "none" && isSignedIn(session)) {
    return (
      <AccountPageLayout title={words.done} lead={words.doneLead(session.user.email)} step="done">
        <Link
          to={guestCartStore.read().length > 0 ? "/shopping-cart" : "/"}
          className={buttonClassName("solid", "w-full")}
        >
          {words.goOn}
        </Link>
      </AccountPageLayout>
    );
  }
  const step = link === "none" && sentMail ? "waiting" : link;
  const texts = {
    over: { title: words.over, lead: words.overLead },
    waiting: { title: words.check, lead: words.checkLead },
    none: { title: pageTitle, lead: words.ask },
  };
  return (
    <AccountPageLayout {...texts[step]} step={step}>
      <ResendForm before={link === "over" ? undefined : sentMail} />
    </AccountPageLayout>
  );
}

function Confirm({ onUsed }: { onUsed: (link: LinkState) => void }) {
  const words = useMailMessages().confirm;
  const { errors, busy, onSubmit } = useFormSubmission({
    act: async () => {
      const { needsPassword } = await redeemEmailLink("signup");
      onUsed(needsPassword ? "choosing" : "none");
    },
    onRefused: (_, failure) => failure instanceof LinkExpiredError && onUsed("over"),
  });
  return (
    <form onSubmit={onSubmit} className="grid gap-6" aria-busy={busy}>
      <ErrorText errors={errors} />
      <Button type="submit" disabled={busy} className="w-full">
        {words.submit}
      </Button>
    </form>
  );
}

function ResendForm({ before }: { before: SentMail | undefined }) {
  const words = useMailMessages();
  return (
    <SendLinkForm
      act={resendConfirmation}
      submitLabel={words.confirm.submitAgain}
      sent={words.confirm.sentAgain}
      before={before}
      sentBefore={before?.isNew ? words.confirm.sent : words.confirm.sentAgain}
    >
      <Link to="/sign-in" className={buttonClassName("quiet")}>
        {words.toSignIn}
      </Link>
      {before && (
        <Link to="/sign-up" className={buttonClassName("quiet")}>
          {words.otherAddress}
        </Link>
      )}
    </SendLinkForm>
  );
}

type SentMail = {
  email: string;
  wait: number;
  /** Its account was created just now. */
  isNew: boolean;
};

/** The email requested on the previous page. */
function sentMailOf(state: unknown): SentMail | undefined {
  const { email, wait, signedUp } = toFields(state);
  if (!isNonEmptyString(email)) return undefined;
  return { email, wait: isCount(wait) ? wait : SECONDS_BETWEEN_MAILS, isNew: signedUp === true };
}
