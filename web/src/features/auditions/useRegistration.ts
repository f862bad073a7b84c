// From the Submit button to a stored registration: checks, two pictures on their way, and what to say when it fails.

import * as v from "valibot";
import { register } from "@/data/auditions";
import { sessionStore } from "@/data/session";
import { registrationForm } from "@/entities/registration";
import { type Outcome, type Sending, useSending } from "@/entities/useSending";
import { useMessages } from "@/messages/own";

export interface Registering extends Pick<Sending, "errors" | "progress" | "cancel"> {
  submit: (form: FormData) => Promise<Outcome>;
}

export function useRegistration(): Registering {
  const m = useMessages();
  const { send, ...sending } = useSending();
  const submit = (form: FormData) =>
    send(async (watch) => {
      const entered = v.safeParse(registrationForm(m), Object.fromEntries(form));
      if (!entered.success) return entered.issues.map((issue) => issue.message);
      await register(entered.output, sessionStore.read().user.id, watch);
      return [];
    });
  return { ...sending, submit };
}
