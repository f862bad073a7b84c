// The announcement text for accepted or declined people, in both languages.

import { useQuery } from "@tanstack/react-query";
import { type ChangeEvent, type ComponentProps, type FormEvent, useId, useState } from "react";
import { fetchAnnouncementTexts, saveAnnouncementText, sendTestAnnouncement } from "@/data/casting";
import type { AnnouncementPreview, AnnouncementText, CastingRound } from "@/data/tables";
import { SubmissionError } from "@/entities/submissionError";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { inputClassName } from "@/ui/inputClassName";
import { MultilineText } from "@/ui/MultilineText";
import { RestoreTextsButton } from "../kit/RestoreTextsButton";
import { useKeptDraft } from "../kit/useKeptDraft";
import { CASTING_QUERY_KEY, useCastingAction } from "./useCasting";

interface GroupTextProps {
  event: string;
  round: CastingRound;
  accepted: boolean;
  sample: AnnouncementPreview["texts"]["accepted"];
}

export function AnnouncementTextForm({ event, round, accepted, sample }: GroupTextProps) {
  const { casting: words, form } = useAdminMessages();
  const { data, refetch } = useQuery({
    queryKey: [...CASTING_QUERY_KEY, "texts", event, round],
    queryFn: () => fetchAnnouncementTexts(event, round),
  });
  const { run, busy, error } = useCastingAction();
  const [doneText, setDoneText] = useState<string | null>(null);
  const { draft, keepDraft, discardDrafts, restore } = useKeptDraft<Texts>(
    `announcement_texts ${event} ${round} ${accepted}`,
  );
  const ofGroup = (texts: readonly AnnouncementText[] = []) =>
    textsIn(texts.find((text) => text.accepted === accepted));
  const { base, ...texts } = { ...ofGroup(data), ...draft };
  const save = async () => {
    const stored = ofGroup(await fetchAnnouncementTexts(event, round));
    if (stored.base !== base && (stored.id !== texts.id.trim() || stored.en !== texts.en.trim())) {
      keepDraft({ ...texts, base: stored.base });
      throw new SubmissionError([form.changed, `${form.storedVersion}:`, stored.id, stored.en]);
    }
    await saveAnnouncementText({ event_uuid: event, round, accepted, ...texts });
    if ((await refetch()).isSuccess) discardDrafts();
    setDoneText(words.kept);
  };
  const handleSubmit = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    void run(save);
  };
  const fieldProps = (name: "en" | "id") => ({
    value: texts[name],
    readOnly: busy,
    onChange: ({ target: { value } }: ChangeEvent<HTMLTextAreaElement>) => keepDraft({ ...draft, base, [name]: value }),
  });
  const test = () => void run(() => sendTestAnnouncement(event, round, accepted).then(() => setDoneText(words.tested)));
  return (
    <form onSubmit={handleSubmit} className="flex flex-col gap-4">
      <h3 className="font-semibold text-lg">{accepted ? words.texts.accepted : words.texts.declined}</h3>
      <TextField label={words.indonesian} {...fieldProps("id")} />
      <TextField label={words.english} {...fieldProps("en")} />
      <RestoreTextsButton restore={restore} disabled={busy} />
      <p className="text-caption text-muted">{words.placeholders}</p>
      <div className="flex flex-wrap gap-4">
        <Button type="submit" look="outline" disabled={busy}>
          {words.keep}
        </Button>
        <Button look="quiet" disabled={busy || !sample.en} onClick={test}>
          {words.test}
        </Button>
      </div>
      <p role="status">{!error && doneText}</p>
      {error && (
        <p role="alert" className="whitespace-pre-line text-danger">
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

/**
 * A stored version, possibly edited. `base` is the version it was edited from, so that edits survive when somebody else
 * saves another one.
 */
interface Texts {
  en: string;
  id: string;
  base: string | undefined;
}

function textsIn(stored: AnnouncementText | undefined): Texts {
  return { en: stored?.en ?? "", id: stored?.id ?? "", base: stored?.updated_at };
}

function TextField({ label, ...control }: { label: string } & ComponentProps<"textarea">) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <textarea id={id} rows={5} maxLength={5000} className={inputClassName} {...control} />
    </div>
  );
}
