// Sign in, with a second factor where there is one, and arrive on the home page.
import { lazy } from "react";
import { useNavigate } from "react-router";
import { signIn } from "@/data/account";
import { awaitsCode, sessionStore, useSession } from "@/data/session";
import { config } from "@/lib/config";
import { useMessages } from "@/messages";
import { buttonLook } from "@/ui/Button";
import { usePageTitle } from "@/ui/documentTitle";
import { Link } from "@/ui/Link";
import { AccountForm } from "./AccountForm";
import { AccountPage } from "./AccountPage";

const SecondFactorStep = lazy(() => import("./SecondFactorStep"));

export default function SignInPage() {
  const pageTitle = usePageTitle();
  const m = useMessages();
  const navigate = useNavigate();
  const session = useSession();
  const act = async (email: string, password: string) => {
    await signIn(email, password);
    if (!awaitsCode(sessionStore.read())) await navigate("/");
  };
  if (awaitsCode(session)) return <SecondFactorStep />;
  return (
    <AccountPage title={pageTitle} lead={m.account.welcomeBack}>
      <AccountForm submitLabel={m.account.signIn} passwordIs="current-password" act={act}>
        {config.mail && (
          <Link to="/forgot-password" className={buttonLook("quiet", "-mx-1")}>
            {m.account.forgotPassword}
          </Link>
        )}
        <Link to="/sign-up" className={buttonLook("quiet", "-mx-1")}>
          {m.account.noAccountYet}
        </Link>
      </AccountForm>
    </AccountPage>
  );
}
