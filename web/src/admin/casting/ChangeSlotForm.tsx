// Changes one time slot: its hours, its place, and how many people fit. Whoever is in it reads the change with the next
// announcement.

import { type FormEvent, useRef, useState } from "react";
import { changeSlot } from "@/data/casting";
import type { CastingSlot } from "@/data/tables";
import { formatShopTime, parseShopTime } from "@/lib/dates";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { useCastingAction } from "./useCasting";

export function ChangeSlotForm({ slot, title }: { slot: CastingSlot; title: string }) {
  const { casting: words } = useAdminMessages();
  const { run, busy, error } = useCastingAction();
  const [endsTooEarly, setEndsTooEarly] = useState(false);
  const summary = useRef<HTMLElement>(null);
  const handleSubmit = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    const form = submitted.currentTarget;
    const entries = new FormData(form);
    const text = (name: string) => String(entries.get(name));
    const [starts_at, ends_at] = [parseShopTime(text("starts_at")), parseShopTime(text("ends_at"))];
    if (!starts_at || !ends_at) return;
    setEndsTooEarly(ends_at <= starts_at);
    if (ends_at <= starts_at) return;
    const changes = { starts_at, ends_at, capacity: Number(text("capacity")), place: text("place") };
    void run(async () => {
      await changeSlot(slot.uuid, changes);
      form.closest("details")?.removeAttribute("open");
      summary.current?.focus();
    });
  };
  return (
    <details>
      <summary
        ref={summary}
        aria-label={`${words.change} ${title}`}
        className="min-h-11 cursor-pointer content-center text-caption"
      >
        {words.change}
      </summary>
      <form onSubmit={handleSubmit} className="grid items-start gap-4 pt-2 pb-4 sm:grid-cols-2">
        <Field
          label={words.first_at}
          name="starts_at"
          type="datetime-local"
          required
          defaultValue={formatShopTime(slot.starts_at)}
        />
        <Field
          label={words.ends_at}
          name="ends_at"
          type="datetime-local"
          required
          defaultValue={formatShopTime(slot.ends_at)}
          problem={endsTooEarly ? words.endsTooEarly : undefined}
        />
        <Field
          label={words.at_once}
          name="capacity"
          type="number"
          required
          min={1}
          max={1000}
          defaultValue={slot.capacity}
        />
        <Field label={words.place} name="place" maxLength={200} defaultValue={slot.place} />
        {error && (
          <p role="alert" className="whitespace-pre-line text-danger sm:col-span-2">
            {error}
          </p>
        )}
        <Button type="submit" look="outline" disabled={busy} className="sm:col-span-2">
          {words.saveChange}
        </Button>
      </form>
    </details>
  );
}
