// Where the link for a forgotten password leads: a new one, saved with the link, and the person is signed in.
import { lazy, useState } from "react";
import { LinkExpired, redeemEmailLink, setPassword } from "@/data/authEmails";
import { emailLinkPages, emailLinkToken } from "@/data/emailLink";
import { isSignedIn, needsSecondFactor, sessionStore, useSession } from "@/data/session";
import { useMailMessages } from "@/messages/mails";
import { buttonLook } from "@/ui/Button";
import { usePageTitle } from "@/ui/documentTitle";
import { Link } from "@/ui/Link";
import { useNavigate } from "@/ui/router";
import { useToast } from "@/ui/Toast";
import { AccountPage } from "./AccountPage";
import { NewPassword } from "./NewPassword";

const SecondFactorStep = lazy(() => import("./SecondFactorStep"));

export default function ResetPasswordPage() {
  const pageTitle = usePageTitle();
  const words = useMailMessages().reset;
  const session = useSession();
  const navigate = useNavigate();
  const toast = useToast();
  const [isOver, setOver] = useState(false);
  const [isRedeemed, setRedeemed] = useState(false);
  const link = isRedeemed ? null : emailLinkToken("recovery");
  // A link proves the address and not the second factor: without both the password stays.
  if (!link && needsSecondFactor(session)) return <SecondFactorStep next={emailLinkPages.recovery} />;
  if (isOver || !(link || isSignedIn(session))) {
    return (
      <AccountPage title={words.over} lead={words.overLead} step="over">
        <Link to="/forgot-password" className={buttonLook("solid", "w-full")}>
          {words.askAgain}
        </Link>
      </AccountPage>
    );
  }
  const save = async (password: string) => {
    try {
      await redeemEmailLink("recovery");
    } catch (failure) {
      if (!(failure instanceof LinkExpired)) throw failure;
      return setOver(true);
    }
    if (needsSecondFactor(sessionStore.read())) return setRedeemed(true);
    await setPassword(password);
    toast(words.saved);
    await navigate("/");
  };
  // A link may be somebody else's than who is signed in here: it says nobody's address.
  const lead = link ? words.lead : words.leadFor(session.user.email);
  return (
    <AccountPage title={pageTitle} lead={lead} step="form">
      <NewPassword submitLabel={words.submit} save={save} />
    </AccountPage>
  );
}
