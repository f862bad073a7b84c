// Notification preferences: email, push on this device, and language.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import {
  fetchNotificationChoices,
  getNotificationObstacle,
  type NotificationChoices,
  setMailNotifications,
  setNotificationLanguage,
  subscribeDevice,
  unsubscribeDevice,
} from "@/data/notifications";
import { useSession } from "@/data/session";
import { type Language, languages } from "@/lib/language";
import { useMessages } from "@/messages/account";
import { formatError } from "@/messages/failures";
import { CheckBox } from "@/ui/CheckBox";
import { ErrorList } from "@/ui/ErrorList";
import { SelectField } from "@/ui/SelectField";
import { Skeleton } from "@/ui/Skeleton";
import { ReadFailure } from "./ReadFailure";

export default function NotificationSettings() {
  const m = useMessages();
  const userId = useSession().user.id;
  const queryKey = ["notifications", userId];
  const spoken = m.language;
  const queryFn = () => fetchNotificationChoices(userId, spoken);
  const { data, error, refetch } = useQuery({ queryKey, queryFn });
  const queryClient = useQueryClient();
  if (error && data === undefined) return <ReadFailure error={error} refetch={refetch} />;
  if (data === undefined) return <Skeleton className="h-48 w-full" />;
  if (data === null) return <p>{m.notifications.none}</p>;
  return <Choices choices={data} onChange={(changed) => queryClient.setQueryData(queryKey, { ...data, ...changed })} />;
}

type Change = Partial<NotificationChoices>;
type Action = () => Promise<Change>;

/** Saves each change at once; the controls are disabled while a request is in flight. */
function Choices({ choices, onChange }: { choices: NotificationChoices; onChange: (change: Change) => void }) {
  const m = useMessages();
  const userId = useSession().user.id;
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<string[]>([]);
  const { mail, device, language, key } = choices;
  const obstacle = device ? null : getNotificationObstacle();
  const run = async (action: Action) => {
    setBusy(true);
    setErrors([]);
    try {
      onChange(await action());
    } catch (failure) {
      console.warn(failure);
      setErrors([formatError(failure, m)]);
    } finally {
      setBusy(false);
    }
  };
  const setMail = async (wanted: boolean) => {
    await setMailNotifications(userId, wanted, language);
    return { mail: wanted };
  };
  const setDevice = async (wanted: boolean) => {
    if (!wanted) await unsubscribeDevice();
    return { device: wanted && (await subscribeDevice(userId, key, language)) };
  };
  const setLanguage = async (wanted: Language) => {
    await setNotificationLanguage(userId, wanted);
    if (device) await subscribeDevice(userId, key, wanted);
    return { language: wanted };
  };
  return (
    <div className="grid max-w-prose gap-5" aria-busy={busy}>
      <ErrorList errors={errors} />
      {mail !== null && (
        <Choice
          checked={mail}
          disabled={busy}
          hint={m.notifications.mailHint}
          onChange={(on) => run(() => setMail(on))}
        >
          {m.notifications.mail}
        </Choice>
      )}
      <Choice
        checked={device}
        disabled={busy || obstacle !== null}
        hint={obstacle ? m.notifications.obstacles[obstacle] : m.notifications.deviceHint}
        onChange={(on) => run(() => setDevice(on))}
      >
        {m.notifications.device}
      </Choice>
      <LanguageChoice value={language} disabled={busy} onChange={(wanted) => run(() => setLanguage(wanted))} />
    </div>
  );
}

interface ChoiceProps {
  checked: boolean;
  disabled: boolean;
  hint: string;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

function Choice({ checked, disabled, hint, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <div>
      <CheckBox
        checked={checked}
        disabled={disabled}
        aria-describedby={id}
        onTicked={onChange}
        className="w-fit font-semibold"
      >
        {children}
      </CheckBox>
      <p id={id} className="pl-8 text-caption text-muted">
        {hint}
      </p>
    </div>
  );
}

interface LanguageChoiceProps {
  value: Language;
  disabled: boolean;
  onChange: (language: Language) => void;
}

function LanguageChoice({ value, disabled, onChange }: LanguageChoiceProps) {
  const m = useMessages();
  return (
    <SelectField
      className="max-w-xs"
      label={m.notifications.language}
      value={value}
      disabled={disabled}
      onValue={(language) => onChange(language as Language)}
    >
      {languages.map((code) => (
        <option key={code} value={code} lang={code}>
          {m.languages[code]}
        </option>
      ))}
    </SelectField>
  );
}
