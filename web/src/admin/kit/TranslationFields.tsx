// A record's texts in the other language, collapsed; submitted as one hidden JSON value.

import { useState } from "react";
import { shopTextColumns } from "@/entities/shopTexts";
import { type Language, languages } from "@/lib/language";
import { type Fields, stringOr, toFields } from "@/lib/typeGuards";
import { useLanguage, useMessages } from "@/messages";
import { type FieldName, useAdminMessages } from "@/messages/admin";
import { Field } from "@/ui/Field";
import { Icon } from "@/ui/Icon";
import { selectClassName } from "@/ui/inputClassName";
import { TextArea } from "@/ui/TextArea";
import { useDraftValue, useField } from "./formState";

export function TranslationFields({ columns }: { columns: readonly FieldName[] }) {
  const m = useMessages();
  const a = useAdminMessages();
  const { value, busy } = useField("translations");
  const [texts, setTexts] = useState(toFields(value));
  const [open, setOpen] = useState(false);
  useDraftValue("translations", texts, open, setTexts);
  const translatedLanguages = languages.filter((language) => Object.keys(toFields(texts[language])).length > 0);
  return (
    <details className="border-line border-y py-1" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 items-center gap-2">
        <Icon name="plus" className="size-4.5" />
        {a.translations.title}
        <span className="text-caption text-muted">
          {translatedLanguages.map((language) => m.languages[language]).join(", ")}
        </span>
      </summary>
      <input type="hidden" name="translations" value={JSON.stringify(texts)} />
      {open && <Texts columns={columns} texts={texts} onTexts={setTexts} disabled={busy} />}
    </details>
  );
}

const longTexts = new Set<FieldName>(["description", "opening_hours", ...shopTextColumns]);

interface TextsProps {
  columns: readonly FieldName[];
  texts: Fields;
  onTexts: (texts: Fields) => void;
  disabled: boolean;
}

function Texts({ columns, texts, onTexts, disabled }: TextsProps) {
  const m = useMessages();
  const a = useAdminMessages();
  const [language, setLanguage] = useTranslationLanguage(texts);
  const setText = (column: FieldName, text: string) =>
    onTexts({ ...texts, [language]: { ...toFields(texts[language]), [column]: text } });
  return (
    <fieldset disabled={disabled} className="flex flex-col gap-5 pt-2 pb-5">
      <p className="text-caption text-muted">{a.translations.hint}</p>
      <select
        aria-label={a.translations.language}
        value={language}
        onChange={(event) => setLanguage(event.target.value as Language)}
        className={selectClassName}
      >
        {languages.map((option) => (
          <option key={option} value={option}>
            {m.languages[option]}
          </option>
        ))}
      </select>
      {columns.map((column) => {
        const isLong = longTexts.has(column);
        const Text = isLong ? TextArea : Field;
        return (
          <Text
            key={column}
            lang={language}
            label={a.translations.of(a.fields[column], m.languages[language])}
            maxLength={isLong ? 10_000 : 200}
            value={stringOr(toFields(texts[language])[column], "")}
            onChange={(event: { target: { value: string } }) => setText(column, event.target.value)}
          />
        );
      })}
    </fieldset>
  );
}

/** Initially a language that has texts, or else the one the administrator does not use. */
function useTranslationLanguage(texts: object) {
  const { language: ownLanguage } = useLanguage();
  return useState<Language>(
    () =>
      languages.find((language) => language in texts) ?? languages.find((one) => one !== ownLanguage) ?? ownLanguage,
  );
}
