// Sign in, with a second factor where there is one; the guard of this page leads on, home or to the cart.
import { lazy } from "react";
import { signIn } from "@/data/account";
import { useGuestCart } from "@/data/cart";
import { needsSecondFactor, useSession } from "@/data/session";
import { useSessionExpired } from "@/data/sessionExpiry";
import { config } from "@/lib/config";
import { useHydrated } from "@/lib/hydrated";
import { fieldsOf, textOr } from "@/lib/typeGuards";
import { useMessages } from "@/messages/account";
import { buttonLook } from "@/ui/Button";
import { usePageTitle } from "@/ui/documentTitle";
import { Link } from "@/ui/Link";
import { useLocation } from "@/ui/router";
import { AccountForm } from "./AccountForm";
import { AccountPage } from "./AccountPage";

const SecondFactorStep = lazy(() => import("./SecondFactorStep"));

export default function SignInPage() {
  const pageTitle = usePageTitle();
  const m = useMessages();
  const session = useSession();
  const handedOver = useLocation().state;
  const signedUpAs = useHydrated() ? textOr(fieldsOf(handedOver).email, "") : "";
  const lead = useLead(signedUpAs);
  if (needsSecondFactor(session)) return <SecondFactorStep />;
  return (
    <AccountPage title={pageTitle} lead={lead}>
      <AccountForm
        key={signedUpAs}
        submitLabel={m.account.signIn}
        passwordIs="current-password"
        email={signedUpAs}
        act={signIn}
      >
        {config.mail && (
          <Link to="/forgot-password" className={buttonLook("quiet")}>
            {m.account.forgotPassword}
          </Link>
        )}
        <Link to="/sign-up" className={buttonLook("quiet")}>
          {m.account.noAccountYet}
        </Link>
      </AccountForm>
    </AccountPage>
  );
}

/** What brought the person here: a new account, a session that ended, a product, or nothing but the wish to sign in. */
function useLead(signedUpAs: string): string {
  const { account: words } = useMessages();
  const [wished] = useGuestCart();
  const hasEnded = useSessionExpired();
  if (signedUpAs) return words.accountMade;
  if (hasEnded) return words.sessionEnded;
  return wished ? words.forCart(wished.heading) : words.welcomeBack;
}
