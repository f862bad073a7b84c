// Creates many slots at once: number of people, start, minutes each, and a break.

import type { FormEvent } from "react";
import { planSlots } from "@/data/casting";
import type { AppointmentKind, CastingEvent } from "@/data/tables";
import { parseShopTime } from "@/lib/dates";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";

interface PlanSlotsProps {
  event: CastingEvent;
  kind: AppointmentKind;
  run: (change: () => Promise<unknown>) => Promise<void>;
  busy: boolean;
}

export function PlanSlotsForm({ event, kind, run, busy }: PlanSlotsProps) {
  const { casting: words } = useAdminMessages();
  const day = event.days.find((candidate) => candidate.kind === kind);
  const handleSubmit = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    const entries = new FormData(submitted.currentTarget);
    const text = (name: string) => String(entries.get(name) ?? "");
    const first_at = parseShopTime(text("first_at"));
    if (!first_at) return;
    const numbers = { people: Number(text("people")), minutes: Number(text("minutes")) };
    const capacity = { at_once: Number(text("at_once")), break_minutes: Number(text("break_minutes")) };
    const base = { event_uuid: event.uuid, kind, place: text("place"), break_at: parseShopTime(text("break_at")) };
    void run(() => planSlots({ ...base, ...numbers, ...capacity, first_at }));
  };
  return (
    <details className="mb-6 border-line border-b pb-4">
      <summary className="min-h-11 cursor-pointer content-center font-semibold">{words.plan}</summary>
      <form onSubmit={handleSubmit} className="grid items-end gap-4 py-4 sm:grid-cols-2 lg:grid-cols-3">
        <Field
          label={words.first_at}
          name="first_at"
          type="datetime-local"
          required
          defaultValue={day ? `${day.date}T${day.from}` : ""}
        />
        <Field label={words.people} name="people" type="number" required min={1} max={1000} defaultValue={20} />
        <Field label={words.minutes} name="minutes" type="number" required min={1} max={1440} defaultValue={10} />
        <Field label={words.at_once} name="at_once" type="number" required min={1} max={1000} defaultValue={3} />
        <Field label={words.break_at} name="break_at" type="datetime-local" />
        <Field label={words.break_minutes} name="break_minutes" type="number" min={1} max={1440} defaultValue={60} />
        <Field label={words.place} name="place" defaultValue={day?.place ?? ""} />
        <Button type="submit" look="outline" disabled={busy}>
          {words.planAct}
        </Button>
      </form>
    </details>
  );
}
