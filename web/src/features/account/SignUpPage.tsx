// Creates a talent's account, then opens the sign-in page or the email confirmation.

import { signUp } from "@/data/account";
import { emailLinkPaths } from "@/data/emailLink";
import { EmailTakenError } from "@/data/emailTakenError";
import { validatePassword } from "@/entities/passwordRule";
import { SubmissionError } from "@/entities/submissionError";
import { useMessages } from "@/messages/account";
import { buttonClassName } from "@/ui/Button";
import { usePageTitle } from "@/ui/documentTitle";
import { Link } from "@/ui/Link";
import { useNavigate } from "@/ui/router";
import { EmailPasswordForm } from "./AccountForm";
import { AccountPageLayout } from "./AccountPageLayout";

export default function SignUpPage() {
  const pageTitle = usePageTitle();
  const m = useMessages();
  const navigate = useNavigate();
  const act = async (email: string, password: string) => {
    const problems = validatePassword(password, m, true);
    // A weak password is not sent, but the server still checks first whether the address is taken.
    const { mustConfirm } = await signUp(email, problems ? "" : password).catch((failure: unknown) => {
      throw problems && !(failure instanceof EmailTakenError)
        ? new SubmissionError(problems.errors, problems.invalid)
        : failure;
    });
    if (mustConfirm) await navigate(emailLinkPaths.signup, { state: { email, signedUp: true } });
    else await navigate("/sign-in", { state: { email } });
  };
  return (
    <AccountPageLayout title={pageTitle} lead={m.account.becomeTalent}>
      <EmailPasswordForm submitLabel={m.account.signUp} passwordIs="new-password" act={act}>
        <Link to="/sign-in" className={buttonClassName("quiet")}>
          {m.account.haveAccount}
        </Link>
      </EmailPasswordForm>
    </AccountPageLayout>
  );
}
