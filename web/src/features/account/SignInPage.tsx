// The sign-in page, with a second factor if enabled; its guard then redirects home or to the cart.

import { signIn } from "@/data/account";
import { useGuestCart } from "@/data/cart";
import { needsSecondFactor, useSession } from "@/data/session";
import { useSessionExpired } from "@/data/sessionExpiry";
import { config } from "@/lib/config";
import { lazyComponent } from "@/lib/lazyWithPreload";
import { stringOr, toFields } from "@/lib/typeGuards";
import { useIsHydrated } from "@/lib/useIsHydrated";
import { useMessages } from "@/messages/account";
import { buttonClassName } from "@/ui/Button";
import { usePageTitle } from "@/ui/documentTitle";
import { Link } from "@/ui/Link";
import { useLocation } from "@/ui/router";
import { EmailPasswordForm } from "./AccountForm";
import { AccountPageLayout } from "./AccountPageLayout";

const SecondFactorStep = lazyComponent(() => import("./SecondFactorStep"));

export default function SignInPage() {
  const pageTitle = usePageTitle();
  const m = useMessages();
  const session = useSession();
  const state = useLocation().state;
  const newEmail = useIsHydrated() ? stringOr(toFields(state).email, "") : "";
  const lead = useLead(newEmail);
  if (needsSecondFactor(session)) return <SecondFactorStep />;
  return (
    <AccountPageLayout title={pageTitle} lead={lead}>
      <EmailPasswordForm
        key={newEmail}
        submitLabel={m.account.signIn}
        passwordIs="current-password"
        email={newEmail}
        act={signIn}
      >
        {config.mail && (
          <Link to="/forgot-password" className={buttonClassName("quiet")}>
            {m.account.forgotPassword}
          </Link>
        )}
        <Link to="/sign-up" className={buttonClassName("quiet")}>
          {m.account.noAccountYet}
        </Link>
      </EmailPasswordForm>
    </AccountPageLayout>
  );
}

/** Why the sign-in page was opened: after signing up, an expired session, a product for the cart, or directly. */
function useLead(signedUpAs: string): string {
  const { account: words } = useMessages();
  const [product] = useGuestCart();
  const isExpired = useSessionExpired();
  if (signedUpAs) return words.accountMade;
  if (isExpired) return words.sessionEnded;
  return product ? words.forCart(product.heading) : words.welcomeBack;
}
