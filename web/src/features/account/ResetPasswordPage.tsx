// The page of a password reset link: sets a new password, which signs the user in.

import { useState } from "react";
import { LinkExpiredError, redeemEmailLink, setPassword } from "@/data/authEmails";
import { emailLinkPaths, getEmailLinkToken } from "@/data/emailLink";
import { isSignedIn, needsSecondFactor, sessionStore, useSession } from "@/data/session";
import { lazyComponent } from "@/lib/lazyWithPreload";
import { useMailMessages } from "@/messages/mails";
import { buttonClassName } from "@/ui/Button";
import { usePageTitle } from "@/ui/documentTitle";
import { Link } from "@/ui/Link";
import { useNavigate } from "@/ui/router";
import { useToast } from "@/ui/Toast";
import { AccountPageLayout } from "./AccountPageLayout";
import { NewPasswordForm } from "./NewPasswordForm";

const SecondFactorStep = lazyComponent(() => import("./SecondFactorStep"));

export default function ResetPasswordPage() {
  const pageTitle = usePageTitle();
  const words = useMailMessages().reset;
  const session = useSession();
  const navigate = useNavigate();
  const toast = useToast();
  const [isExpired, setExpired] = useState(false);
  const [isRedeemed, setRedeemed] = useState(false);
  const link = isRedeemed ? null : getEmailLinkToken("recovery");
  // The link proves the email address but not the second factor, and changing the password needs both.
  if (!link && needsSecondFactor(session)) return <SecondFactorStep next={emailLinkPaths.recovery} />;
  if (isExpired || !(link || isSignedIn(session))) {
    return (
      <AccountPageLayout title={words.over} lead={words.overLead} step="over">
        <Link to="/forgot-password" className={buttonClassName("solid", "w-full")}>
          {words.askAgain}
        </Link>
      </AccountPageLayout>
    );
  }
  const save = async (password: string) => {
    try {
      await redeemEmailLink("recovery");
    } catch (failure) {
      if (!(failure instanceof LinkExpiredError)) throw failure;
      return setExpired(true);
    }
    if (needsSecondFactor(sessionStore.read())) return setRedeemed(true);
    await setPassword(password);
    toast(words.saved);
    await navigate("/");
  };
  // The link may belong to another account than the session, so no email address is shown.
  const lead = link ? words.lead : words.leadFor(session.user.email);
  return (
    <AccountPageLayout title={pageTitle} lead={lead} step="form">
      <NewPasswordForm submitLabel={words.submit} save={save} />
    </AccountPageLayout>
  );
}
