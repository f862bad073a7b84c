// From the Submit button to a stored registration: checks, two pictures on their way, and what to say when it fails.

import * as v from "valibot";
import { register } from "@/data/auditions";
import { sessionStore } from "@/data/session";
import { registrationForm } from "@/entities/registration";
import { type Outcome, type Sending, useSending } from "@/entities/useSending";
import { useMessages } from "@/messages/account";

export interface Registering extends Pick<Sending, "errors" | "progress" | "recheck" | "cancel"> {
  submit: (form: FormData) => Promise<Outcome>;
}

export function useRegistration(): Registering {
  const m = useMessages();
  const read = (form: FormData) => v.safeParse(registrationForm(m), Object.fromEntries(form));
  const { send, ...sending } = useSending((form) => read(form).issues?.map((issue) => issue.message) ?? []);
  const submit = (form: FormData) =>
    send(form, async (watch) => {
      const entered = v.parse(registrationForm(m), Object.fromEntries(form));
      await register(entered, sessionStore.read().user.id, watch);
      return [];
    });
  return { ...sending, submit };
}
