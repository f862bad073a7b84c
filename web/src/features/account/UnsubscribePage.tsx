// Where the link in every mail about what happened leads: one press ends those mails, signed in or not.
import { useActionState } from "react";
import { unsubscribe } from "@/data/unsubscribing";
import { useMessages } from "@/messages";
import { sentenceFor } from "@/messages/failures";
import { useMailMessages } from "@/messages/mails";
import { Button, buttonLook } from "@/ui/Button";
import { usePageTitle } from "@/ui/documentTitle";
import { Link } from "@/ui/Link";
import { useLocation } from "@/ui/router";
import { AccountPage } from "./AccountPage";
import { ErrorLine } from "./ErrorLine";

type Outcome = { step: "form" | "done" | "unknown"; sentence: string };

export default function UnsubscribePage() {
  const m = useMessages();
  const pageTitle = usePageTitle();
  const words = useMailMessages().unsubscribe;
  const token = new URLSearchParams(useLocation().search).get("token") ?? "";
  const [outcome, end, pending] = useActionState<Outcome>(
    async () => {
      try {
        return { step: (await unsubscribe(token)) ? "done" : "unknown", sentence: "" };
      } catch (failure) {
        return { step: "form", sentence: sentenceFor(failure, m) };
      }
    },
    { step: "form", sentence: "" },
  );
  const said = {
    form: { title: pageTitle, lead: words.lead },
    done: { title: words.done, lead: words.doneLead },
    unknown: { title: words.unknown, lead: words.unknownLead },
  };
  return (
    <AccountPage {...said[outcome.step]} step={outcome.step}>
      {outcome.step === "form" ? (
        <form action={end} className="grid gap-6" aria-busy={pending}>
          {outcome.sentence && <ErrorLine>{outcome.sentence}</ErrorLine>}
          <Button type="submit" disabled={pending} className="w-full">
            {words.submit}
          </Button>
        </form>
      ) : (
        <Link to="/" className={buttonLook("solid", "w-full")}>
          {words.goOn}
        </Link>
      )}
    </AccountPage>
  );
}
