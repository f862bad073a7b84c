// Requests an email with a link for a new password, sent only if the address has an account.
import { requestPasswordReset } from "@/data/authEmails";
import { useMailMessages } from "@/messages/mails";
import { buttonClassName } from "@/ui/Button";
import { usePageTitle } from "@/ui/documentTitle";
import { Link } from "@/ui/Link";
import { AccountPageLayout } from "./AccountPageLayout";
import { SendLinkForm } from "./SendLinkForm";

export default function ForgotPasswordPage() {
  const pageTitle = usePageTitle();
  const words = useMailMessages();
  return (
    <AccountPageLayout title={pageTitle} lead={words.forgot.lead}>
      <SendLinkForm act={requestPasswordReset} submitLabel={words.forgot.submit} sent={words.forgot.sent}>
        <Link to="/sign-in" className={buttonClassName("quiet")}>
          {words.toSignIn}
        </Link>
      </SendLinkForm>
    </AccountPageLayout>
  );
}
