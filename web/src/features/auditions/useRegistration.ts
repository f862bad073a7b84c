// From the Submit button to a stored registration: checks, two pictures on their way, and what to say when it fails.

import { type Registration, register } from "@/data/auditions";
import { sessionStore } from "@/data/session";
import { prepareSending } from "@/data/uploads";
import { checkedBy } from "@/entities/formChecks";
import { registrationForm } from "@/entities/registration";
import { useAmountAnew } from "@/entities/useAmountDue";
import type { LostEntries } from "@/entities/useLostEntries";
import { type Submission, useSubmission } from "@/entities/useSubmission";
import { useMessages } from "@/messages/account";
import { useNavigate } from "@/ui/router";
import { useToast } from "@/ui/Toast";

export const announcementsPath = "/profile/audition-announcements";

export type Registering = Submission<Registration>;

/** `onRefused`: the payment's deadline may have been the reason. */
export function useRegistration(lost: LostEntries, onRefused: () => void): Registering {
  const m = useMessages();
  const toast = useToast();
  const navigate = useNavigate();
  const amountAnew = useAmountAnew();
  return useSubmission({
    check: checkedBy(registrationForm(m)),
    act: (entered, watch) => register(entered, sessionStore.read().user.id, watch).catch(amountAnew),
    onDone: async () => {
      await lost.forget();
      toast(m.registration.sent);
      await navigate(announcementsPath);
    },
    onRefused: (entered) => {
      lost.remember(entered);
      onRefused();
    },
    onCancelled: () => toast(m.failures.cancelled),
    prepare: prepareSending,
  });
}
