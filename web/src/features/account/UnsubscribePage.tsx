// The page of the unsubscribe link in notification emails, which works without signing in.
import { useState } from "react";
import { unsubscribe } from "@/data/unsubscribe";
import { useFormSubmission } from "@/entities/useSubmission";
import { useMailMessages } from "@/messages/mails";
import { Button, buttonClassName } from "@/ui/Button";
import { usePageTitle } from "@/ui/documentTitle";
import { ErrorText } from "@/ui/ErrorText";
import { Link } from "@/ui/Link";
import { useLocation } from "@/ui/router";
import { AccountPageLayout } from "./AccountPageLayout";

export default function UnsubscribePage() {
  const pageTitle = usePageTitle();
  const words = useMailMessages().unsubscribe;
  const token = new URLSearchParams(useLocation().search).get("token") ?? "";
  const [step, setStep] = useState<"form" | "done" | "unknown">("form");
  const { errors, busy, onSubmit } = useFormSubmission({
    act: async () => setStep((await unsubscribe(token)) ? "done" : "unknown"),
  });
  const texts = {
    form: { title: pageTitle, lead: words.lead },
    done: { title: words.done, lead: words.doneLead },
    unknown: { title: words.unknown, lead: words.unknownLead },
  };
  return (
    <AccountPageLayout {...texts[step]} step={step}>
      {step === "form" ? (
        <form onSubmit={onSubmit} className="grid gap-6" aria-busy={busy}>
          <ErrorText errors={errors} />
          <Button type="submit" disabled={busy} className="w-full">
            {words.submit}
          </Button>
        </form>
      ) : (
        <Link to="/" className={buttonClassName("solid", "w-full")}>
          {words.goOn}
        </Link>
      )}
    </AccountPageLayout>
  );
}
