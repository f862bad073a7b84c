// What those accepted, or those declined, will read in both languages.

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { announcementTexts, saveAnnouncementText, sendTestAnnouncement } from "@/data/casting";
import type { AnnouncementPreview, CastingRound } from "@/data/tables";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { inputLook } from "@/ui/inputLook";
import { MultilineText } from "@/ui/MultilineText";
import { CASTING_KEY, useCastingAction } from "./useCasting";

interface GroupTextProps {
  event: string;
  round: CastingRound;
  accepted: boolean;
  sample: AnnouncementPreview["texts"]["accepted"];
}

export function GroupText({ event, round, accepted, sample }: GroupTextProps) {
  const { casting: words } = useAdminMessages();
  const { data } = useQuery({
    queryKey: [...CASTING_KEY, "texts", event, round],
    queryFn: () => announcementTexts(event, round),
  });
  const { act, busy, error } = useCastingAction();
  const [done, setDone] = useState<string | null>(null);
  const written = data?.find((text) => text.accepted === accepted);
  const keep = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    const entries = new FormData(submitted.currentTarget);
    const text = { event_uuid: event, round, accepted, en: String(entries.get("en")), id: String(entries.get("id")) };
    void act(() => saveAnnouncementText(text).then(() => setDone(words.kept)));
  };
  const test = () => void act(() => sendTestAnnouncement(event, round, accepted).then(() => setDone(words.tested)));
  return (
    <form key={written?.updated_at ?? "none"} onSubmit={keep} className="flex flex-col gap-4">
      <h3 className="font-semibold text-lg">{accepted ? words.texts.accepted : words.texts.declined}</h3>
      <Words name="id" label={words.indonesian} text={written?.id} />
      <Words name="en" label={words.english} text={written?.en} />
      <p className="text-caption text-muted">{words.placeholders}</p>
      <div className="flex flex-wrap gap-4">
        <Button type="submit" look="outline" disabled={busy}>
          {words.keep}
        </Button>
        <Button look="quiet" disabled={busy || !sample.en} onClick={test}>
          {words.test}
        </Button>
      </div>
      <p role="status">{!error && done}</p>
      {error && (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
      {sample.id && (
        <blockquote className="border-ornament border-l-2 pl-4">
          <p className="text-caption text-muted">{words.preview}</p>
          <p className="break-words" lang="id">
            <MultilineText text={sample.id} />
          </p>
          <p className="mt-3 break-words text-muted" lang="en">
            <MultilineText text={sample.en ?? ""} />
          </p>
        </blockquote>
      )}
    </form>
  );
}

function Words({ name, label, text }: { name: "en" | "id"; label: string; text: string | null | undefined }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <textarea id={id} name={name} rows={5} maxLength={5000} defaultValue={text ?? ""} className={inputLook} />
    </div>
  );
}
