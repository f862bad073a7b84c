// The fields of the shop settings in three sections.

import type { ReactNode } from "react";
import { shopTextColumns } from "@/entities/shopTexts";
import { languages } from "@/lib/language";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { ChoiceField, NumberField, TextAreaField, TextField } from "../kit/fields";
import { TranslationFields } from "../kit/TranslationFields";

export function ShopSettingsFields() {
  const m = useMessages();
  const { shopSettings: words } = useAdminMessages();
  const options = languages.map((value) => ({ value, label: m.languages[value] }));
  return (
    <>
      <FieldSection title={words.about}>
        <TextField name="name" />
        <TextField name="tagline" optional />
        <TextAreaField name="address" rows={3} optional />
        <TextField name="phone" optional />
        <TextField name="whatsapp" hint={words.whatsappHint} optional />
        <TextAreaField name="social_links" rows={3} hint={words.linksHint} optional />
        <TextAreaField name="opening_hours" rows={3} optional />
      </FieldSection>
      <FieldSection title={words.texts} lead={words.textsLead}>
        {shopTextColumns.map((column) => (
          <TextAreaField key={column} name={column} optional />
        ))}
      </FieldSection>
      <TranslationFields columns={["tagline", "opening_hours", ...shopTextColumns]} />
      <FieldSection title={words.usual}>
        <ChoiceField name="default_language" options={options} hint={words.languageHint} />
        <NumberField name="default_weight" optional />
      </FieldSection>
    </>
  );
}

function FieldSection({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-5 pt-4">
      <legend className="font-display text-2xl">{title}</legend>
      {lead && <p className="text-caption text-muted">{lead}</p>}
      {children}
    </fieldset>
  );
}
