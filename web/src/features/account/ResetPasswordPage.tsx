// Where the link for a forgotten password leads: a new one, saved with the link, and the person is signed in.
import { lazy, useActionState, useEffect, useId, useRef, useState } from "react";
import { sentenceFor } from "@/data/failures";
import { mailedLink, mailPages } from "@/data/mailedLink";
import { LinkOver, redeem, setPassword } from "@/data/mails";
import { awaitsCode, isSignedIn, sessionStore, useSession } from "@/data/session";
import { useMessages } from "@/messages";
import { useMailMessages } from "@/messages/mails";
import { Button, buttonLook } from "@/ui/Button";
import { usePageTitle } from "@/ui/documentTitle";
import { Link } from "@/ui/Link";
import { useNavigate } from "@/ui/router";
import { useToast } from "@/ui/Toast";
import { AccountPage } from "./AccountPage";
import { ErrorLine } from "./ErrorLine";
import { PasswordField } from "./PasswordField";

const SecondFactorStep = lazy(() => import("./SecondFactorStep"));

export default function ResetPasswordPage() {
  const pageTitle = usePageTitle();
  const words = useMailMessages().reset;
  const session = useSession();
  const [isOver, setOver] = useState(false);
  const [isRedeemed, setRedeemed] = useState(false);
  const link = isRedeemed ? null : mailedLink("recovery");
  // A link proves the address and not the second factor: without both the password stays.
  if (!link && awaitsCode(session)) return <SecondFactorStep next={mailPages.recovery} />;
  if (isOver || !(link || isSignedIn(session))) {
    return (
      <AccountPage title={words.over} lead={words.overLead} step="over">
        <Link to="/forgot-password" className={buttonLook("solid", "w-full")}>
          {words.askAgain}
        </Link>
      </AccountPage>
    );
  }
  // A link may be somebody else's than who is signed in here: it says nobody's address.
  const lead = link ? words.lead : words.leadFor(session.user.email);
  return (
    <AccountPage title={pageTitle} lead={lead} step="form">
      <NewPassword onOver={() => setOver(true)} onRedeemed={() => setRedeemed(true)} />
    </AccountPage>
  );
}

function NewPassword({ onOver, onRedeemed }: { onOver: () => void; onRedeemed: () => void }) {
  const m = useMessages();
  const words = useMailMessages().reset;
  const navigate = useNavigate();
  const toast = useToast();
  const errorLine = useId();
  const form = useRef<HTMLFormElement>(null);
  const [outcome, save, pending] = useActionState(
    async (_before: { sentence: string }, values: FormData) => {
      try {
        await redeem("recovery");
        if (awaitsCode(sessionStore.read())) {
          onRedeemed();
          return { sentence: "" };
        }
        await setPassword(String(values.get("password") ?? ""));
        toast(words.saved);
        await navigate("/");
      } catch (failure) {
        if (failure instanceof LinkOver) onOver();
        else return { sentence: sentenceFor(failure, m) };
      }
      return { sentence: "" };
    },
    { sentence: "" },
  );
  useEffect(() => {
    if (outcome.sentence) form.current?.querySelector("input")?.focus();
  }, [outcome]);

  return (
    <form ref={form} action={save} noValidate className="grid gap-6" aria-busy={pending}>
      {outcome.sentence && <ErrorLine id={errorLine}>{outcome.sentence}</ErrorLine>}
      <PasswordField
        label={words.password}
        autoComplete="new-password"
        describedBy={outcome.sentence ? errorLine : undefined}
      />
      <Button type="submit" disabled={pending} className="w-full">
        {words.submit}
      </Button>
    </form>
  );
}
