// The registration for an audition: what went wrong on top, a way to get the typed text back, and the form.

import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { RestoreEntries } from "@/entities/RestoreEntries";
import { useLostEntries } from "@/entities/useLostEntries";
import { useMessages } from "@/messages/own";
import { usePageTitle } from "@/ui/documentTitle";
import { ErrorList } from "@/ui/ErrorList";
import { PageTitle } from "@/ui/PageTitle";
import { useToast } from "@/ui/Toast";
import { RegistrationForm } from "./RegistrationForm";
import { useRegistration } from "./useRegistration";

export default function RegistrationPage() {
  const pageTitle = usePageTitle();
  const m = useMessages();
  const toast = useToast();
  const navigate = useNavigate();
  const registration = useRegistration();
  const lost = useLostEntries("registration");
  const form = useRef<HTMLFormElement>(null);
  // A failed registration starts over with untouched controls: another round, another form.
  const [round, setRound] = useState(0);

  async function submit(entered: FormData) {
    const outcome = await registration.submit(entered);
    if (outcome === "busy") return;
    if (outcome === "cancelled") return toast(m.failures.cancelled);
    if (outcome === "failed") {
      lost.remember(entered);
      return setRound(round + 1);
    }
    await lost.forget();
    toast(m.registration.sent);
    await navigate("/profile/audition-announcements");
  }

  return (
    <div className="measure">
      <PageTitle lead={m.registration.lead}>{pageTitle}</PageTitle>
      <ErrorList errors={registration.errors} />
      {registration.progress === null && <RestoreEntries lost={lost} form={form} />}
      <RegistrationForm key={round} form={form} registration={registration} onSubmit={submit} onInput={lost.onInput} />
    </div>
  );
}
