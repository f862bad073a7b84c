// The registration page: deadline, errors, a button to restore a draft, and the form.

import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { fetchAuditions } from "@/data/auditions";
import { useSession } from "@/data/session";
import { RestoreDraftButton } from "@/entities/RestoreDraftButton";
import { ResubmitAtNewPriceButton } from "@/entities/ResubmitAtNewPriceButton";
import { useFormDraft } from "@/entities/useFormDraft";
import { usePaymentMethod } from "@/entities/usePaymentMethod";
import { formatDateTime } from "@/lib/dates";
import { getTranslated } from "@/lib/getTranslated";
import { useLanguage } from "@/messages";
import { useMessages } from "@/messages/account";
import { buttonClassName } from "@/ui/Button";
import { usePageTitle } from "@/ui/documentTitle";
import { ErrorList } from "@/ui/ErrorList";
import { ErrorNotice } from "@/ui/ErrorNotice";
import { FieldErrorsContext } from "@/ui/fieldErrors";
import { Link } from "@/ui/Link";
import { PageTitle } from "@/ui/PageTitle";
import { Skeleton } from "@/ui/Skeleton";
import { RegistrationForm } from "./RegistrationForm";
import { useEventSelection } from "./useEventSelection";
import { ANNOUNCEMENTS_PATH, useRegistrationSubmission } from "./useRegistrationSubmission";

export default function RegistrationPage() {
  const pageTitle = usePageTitle();
  const m = useMessages();
  const formDraft = useFormDraft("registration");
  const payment = usePaymentMethod();
  const choice = useEventSelection();
  const registration = useRegistrationSubmission(formDraft, payment, choice);
  // Open events take registrations whatever the payment method's deadline is.
  const isJoining = choice.open !== undefined && choice.open.length > 0;
  const deadline = (isJoining ? choice.chosen?.closes_at : payment.method?.deadline) ?? null;
  const isEventClosed = choice.isWantedClosed && !isJoining;
  const isClosed = isEventClosed || (!isJoining && hasPassed(deadline));
  const form = useRef<HTMLFormElement>(null);
  return (
    <div className="measure">
      <PageTitle lead={isClosed ? undefined : m.registration.lead}>{pageTitle}</PageTitle>
      <PreviousRegistration />
      {isEventClosed ? (
        <Notice>{m.registration.eventClosed}</Notice>
      ) : (
        deadline && <Deadline {...{ deadline, isClosed }} />
      )}
      <ErrorList errors={registration.errors} />
      {choice.failure && <ErrorNotice message={choice.failure} retryLabel={m.common.tryAgain} onRetry={choice.retry} />}
      {!choice.open && !choice.failure && <Skeleton className="h-96 w-full" />}
      {!isClosed && choice.open && (
        <>
          {!registration.busy && (
            <>
              <ResubmitAtNewPriceButton
                failure={registration.refused?.failure}
                form={form}
                label={m.registration.registerAnew}
              />
              <RestoreDraftButton formDraft={formDraft} form={form} resetCount={registration.resetCount} />
            </>
          )}
          <FieldErrorsContext value={registration.invalid}>
            <RegistrationForm
              // A failed registration remounts the form with pristine controls.
              key={registration.resetCount}
              form={form}
              registration={registration}
              choice={choice}
              onInput={(event) => {
                formDraft.onInput(event);
                registration.recheck(event.currentTarget);
              }}
            />
          </FieldErrorsContext>
        </>
      )}
    </div>
  );
}

function hasPassed(deadline: string | null): boolean {
  return deadline !== null && Date.parse(deadline) < Date.now();
}

function Deadline({ deadline, isClosed }: { deadline: string; isClosed: boolean }) {
  const { registration: words } = useMessages();
  const date = formatDateTime(deadline, useLanguage().language);
  const sentence = isClosed ? words.closed(date) : words.openUntil(date);
  return <Notice>{sentence}</Notice>;
}

function Notice({ children }: { children: string }) {
  return <p className="mb-8 border-ornament border-l-2 py-1 pl-4 text-lg">{children}</p>;
}

/** Prevents accidental duplicate registrations. */
function PreviousRegistration() {
  const { registration: words } = useMessages();
  const { language } = useLanguage();
  const userId = useSession().user.id;
  const { data } = useQuery({ queryKey: ["my auditions", userId], queryFn: () => fetchAuditions(userId) });
  const newest = data?.registrations[0];
  if (!newest) return null;
  const event = data.castings.find(({ uuid }) => uuid === newest.uuid)?.events;
  const sentOn = formatDateTime(newest.created_at, language);
  return (
    <p className="mb-8">
      {words.sentBefore(sentOn, event ? getTranslated(event, "name", language) : null)}{" "}
      <Link to={ANNOUNCEMENTS_PATH} className={buttonClassName("quiet")}>
        {words.seeIt}
      </Link>
    </p>
  );
}
