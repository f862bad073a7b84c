// The administrator's second factor: enabling with an authenticator app and recovery codes, renewing codes, disabling.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  disableSecondFactor,
  enableSecondFactor,
  fetchSecondFactor,
  regenerateRecoveryCodes,
  type SecondFactorEnrolment,
  type SecondFactorStatus,
  startSecondFactorEnrolment,
} from "@/data/secondFactor";
import { createSingleFieldReader } from "@/entities/entry";
import { ReadFailure } from "@/entities/ReadFailure";
import { useFormSubmission } from "@/entities/useSubmission";
import { toFields } from "@/lib/typeGuards";
import { useMessages } from "@/messages/account";
import { useSecondFactorMessages } from "@/messages/secondFactor";
import { Button } from "@/ui/Button";
import { CopyButton } from "@/ui/CopyButton";
import { Dialog } from "@/ui/Dialog";
import { ErrorList } from "@/ui/ErrorList";
import { Field } from "@/ui/Field";
import { Skeleton } from "@/ui/Skeleton";
import { useToast } from "@/ui/Toast";
import { useRunWithRecentSignIn } from "./kit/RecentSignInProvider";
import { RecoveryCodes } from "./RecoveryCodes";

export default function SecondFactorPage() {
  const { data, error, refetch } = useQuery({ queryKey: ["second factor"], queryFn: fetchSecondFactor });
  const [enrolment, setEnrolment] = useState<SecondFactorEnrolment | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const showCodes = (recoveryCodes: string[]) => {
    setEnrolment(null);
    setCodes(recoveryCodes);
  };
  const finish = () => {
    setCodes(null);
    scrollTo(0, 0);
    void refetch();
  };
  if (codes) return <RecoveryCodes codes={codes} onDone={finish} />;
  if (error && data === undefined) return <ReadFailure error={error} refetch={refetch} />;
  if (data === undefined) return <Skeleton className="h-48 w-full" />;
  if (data) return <EnabledFactor status={data} onCodes={showCodes} onDisabled={() => void refetch()} />;
  return enrolment ? (
    <Confirm enrolment={enrolment} onCodes={showCodes} />
  ) : (
    <DisabledFactor onEnrolment={setEnrolment} />
  );
}

function DisabledFactor({ onEnrolment }: { onEnrolment: (enrolment: SecondFactorEnrolment) => void }) {
  const words = useSecondFactorMessages().off;
  const withRecentSignIn = useRunWithRecentSignIn();
  const { errors, busy, run } = useFormSubmission({
    act: async () => onEnrolment(await withRecentSignIn(startSecondFactorEnrolment)),
  });
  return (
    <section className="max-w-prose">
      <ErrorList errors={errors} />
      <p className="font-semibold">{words.state}</p>
      <p className="mt-2 mb-6 text-muted">{words.lead}</p>
      <Button disabled={busy} onClick={() => run()}>
        {words.begin}
      </Button>
    </section>
  );
}

type ConfirmProps = { enrolment: SecondFactorEnrolment; onCodes: (codes: string[]) => void };

function Confirm({ enrolment, onCodes }: ConfirmProps) {
  const m = useMessages();
  const { enrol: words, signIn } = useSecondFactorMessages();
  const { errors, busy, onSubmit } = useFormSubmission({
    check: createSingleFieldReader("code"),
    act: async (code) => onCodes(await enableSecondFactor(enrolment, code)),
    explain: (failure) => (toFields(failure).code === "mfa_verification_failed" ? [signIn.wrong] : undefined),
    focusAfterReset: () => undefined,
  });
  return (
    <form onSubmit={onSubmit} noValidate aria-busy={busy} className="flex max-w-prose flex-col items-start gap-5">
      <ErrorList errors={errors} />
      <p>{words.scan}</p>
      {/* On white in both colour schemes, because scanners expect dark on light. */}
      {enrolment.qrCode && (
        <img src={enrolment.qrCode} alt={words.qrCode} width={240} height={240} className="size-60 bg-white p-3" />
      )}
      <p>
        <span className="block text-muted">{words.secret}</span>
        <span className="flex flex-wrap items-center gap-1">
          <code className="break-all">{enrolment.secret}</code>
          <CopyButton
            text={enrolment.secret}
            label={m.payment.copy(words.secret)}
            copiedLabel={m.payment.copied(words.secret)}
          />
        </span>
      </p>
      <Field
        label={words.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        className="w-full sm:max-w-72"
      />
      <Button type="submit" disabled={busy}>
        {words.submit}
      </Button>
    </form>
  );
}

type SwitchedOnProps = {
  status: NonNullable<SecondFactorStatus>;
  onCodes: (codes: string[]) => void;
  onDisabled: () => void;
};

function EnabledFactor({ status, onCodes, onDisabled }: SwitchedOnProps) {
  const words = useSecondFactorMessages();
  const m = useMessages();
  const [isConfirming, setConfirming] = useState(false);
  const withRecentSignIn = useRunWithRecentSignIn();
  const renewal = useFormSubmission({ act: async () => onCodes(await withRecentSignIn(regenerateRecoveryCodes)) });
  return (
    <section className="max-w-prose">
      <ErrorList errors={renewal.errors} />
      <p className="font-semibold">{words.on.state}</p>
      <p className="mt-2 mb-6 text-muted">{words.on.left(status.recoveryCodesLeft)}</p>
      <div className="flex flex-wrap gap-3">
        <Button look="outline" disabled={renewal.busy} onClick={() => renewal.run()}>
          {words.on.renew}
        </Button>
        <Button look="outline" onClick={() => setConfirming(true)}>
          {words.on.switchOff}
        </Button>
      </div>
      <Dialog open={isConfirming} title={words.title} closeLabel={m.common.close} onClose={() => setConfirming(false)}>
        <DisableForm factorId={status.factorId} onDisabled={onDisabled} onClose={() => setConfirming(false)} />
      </Dialog>
    </section>
  );
}

type DisableFormProps = { factorId: string; onDisabled: () => void; onClose: () => void };

function DisableForm({ factorId, onDisabled, onClose }: DisableFormProps) {
  const m = useMessages();
  const words = useSecondFactorMessages().on;
  const toast = useToast();
  const withRecentSignIn = useRunWithRecentSignIn();
  const { errors, busy, run } = useFormSubmission({
    act: () => withRecentSignIn(() => disableSecondFactor(factorId)),
    onDone: () => {
      toast(words.off);
      onDisabled();
    },
    leave: onClose,
  });
  return (
    <>
      <ErrorList errors={errors} />
      <p className="mb-6">{words.sure}</p>
      <div className="flex flex-wrap gap-3">
        <Button disabled={busy} onClick={() => run()}>
          {words.switchOff}
        </Button>
        <Button look="outline" onClick={onClose}>
          {m.common.cancel}
        </Button>
      </div>
    </>
  );
}
