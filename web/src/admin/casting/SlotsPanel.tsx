// Time slots with their people, assigned by drag and drop or a select. A rejected assignment shows an error.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { declineReschedule, fetchSlots, fetchSlottedPeople, fillSlots, moveToSlot, removeSlots } from "@/data/casting";
import type { CastingSlot, SlottedPerson } from "@/data/tables";
import { type AppointmentKind, appointmentKinds, type CastingEvent, type CastingRound } from "@/data/tables";
import { formatTimeRange } from "@/entities/appointments";
import { useLanguage } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { Button, IconButton } from "@/ui/Button";
import { selectClassName } from "@/ui/inputClassName";
import { ChangeSlotForm } from "./ChangeSlotForm";
import { PlanSlotsForm } from "./PlanSlotsForm";
import { CASTING_QUERY_KEY, useCastingAction } from "./useCasting";

function useSlotTitle() {
  const { language } = useLanguage();
  return (slot: CastingSlot) => [formatTimeRange(slot, language), slot.place].filter(Boolean).join(", ");
}

export function SlotsPanel({ event, round }: { event: CastingEvent; round: CastingRound }) {
  const { casting: words, events } = useAdminMessages();
  const titleOf = useSlotTitle();
  const [kind, setKind] = useState<AppointmentKind>("audition");
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [filledText, setFilledText] = useState<string | null>(null);
  const slots = useQuery({
    queryKey: [...CASTING_QUERY_KEY, "slots", event.uuid],
    queryFn: () => fetchSlots(event.uuid),
  });
  const people = useQuery({
    queryKey: [...CASTING_QUERY_KEY, "people", event.uuid],
    queryFn: () => fetchSlottedPeople(event.uuid),
  });
  const { run, busy, error } = useCastingAction();
  const shown = (slots.data ?? []).filter((slot) => slot.kind === kind);
  const everybody = people.data ?? [];
  const listed = everybody.filter((person) => isListed(person, round));
  const move = (registration: string, slot: string | null) =>
    void run(() => moveToSlot(registration, kind, slot, round));
  const choose = (registration: string, slot: string | null) => {
    setChosen({ registration, slot });
    move(registration, slot);
  };
  const decline = (announcement: string) => void run(() => declineReschedule(announcement));
  const fill = () => void run(async () => setFilledText(words.filled(await fillSlots(event.uuid, kind, round))));
  const inSlot = (slot: string | null) => listed.filter((person) => slotOf(person, kind, round) === slot);
  const countTaken = (slot: string) =>
    everybody.filter((person) => person.casting_decisions.some((decision) => decision[`${kind}_slot`] === slot)).length;
  return (
    <section>
      <h2 className="mb-4 text-2xl">{words.slots}</h2>
      <fieldset className="mb-4 flex flex-wrap gap-2">
        <legend className="sr-only">{words.kind}</legend>
        {appointmentKinds.map((option) => (
          <Button
            key={option}
            look={option === kind ? "solid" : "outline"}
            aria-pressed={option === kind}
            onClick={() => {
              setKind(option);
              setChosen(null);
            }}
          >
            {events.kinds[option]}
          </Button>
        ))}
      </fieldset>
      <PlanSlotsForm key={kind} event={event} kind={kind} run={run} busy={busy} />
      {error && (
        <p role="alert" className="mb-4 text-danger">
          {error}
        </p>
      )}
      <p className="text-muted">{listed.length === 0 ? words.nobody : words.drag}</p>
      <Button
        look="outline"
        className="my-4"
        disabled={busy || shown.length === 0 || listed.length === 0}
        onClick={fill}
      >
        {words.fill}
      </Button>
      <p role="status">{filledText}</p>
      <ul className="grid gap-4 md:grid-cols-2">
        {shown.map((slot) => (
          <SlotItem key={slot.uuid} title={titleOf(slot)} onDrop={(person) => move(person, slot.uuid)}>
            <p className="flex items-center justify-between text-caption text-muted">
              {words.taken(countTaken(slot.uuid), slot.capacity)}
              {countTaken(slot.uuid) === 0 && (
                <IconButton
                  icon="close"
                  label={words.remove(titleOf(slot))}
                  onClick={() => void run(() => removeSlots([slot.uuid]))}
                />
              )}
            </p>
            <ChangeSlotForm slot={slot} title={titleOf(slot)} />
            <People people={inSlot(slot.uuid)} slots={shown} {...{ kind, round, choose, chosen, decline, busy }} />
          </SlotItem>
        ))}
        {inSlot(null).length > 0 && (
          <SlotItem title={words.without} onDrop={(person) => move(person, null)}>
            <People people={inSlot(null)} slots={shown} {...{ kind, round, choose, chosen, decline, busy }} />
          </SlotItem>
        )}
      </ul>
    </section>
  );
}

const takeFocus = (control: HTMLElement | null) => control?.focus();

const decisionOf = (person: SlottedPerson, round: CastingRound) =>
  person.casting_decisions.find((decision) => decision.round === round);

const announcedTo = ({ event_announcements: announced }: SlottedPerson, round: CastingRound) =>
  announced.find((one) => one.round === round);

const ownSlotOf = (person: SlottedPerson, kind: AppointmentKind, round: CastingRound): string | null =>
  decisionOf(person, round)?.[`${kind}_slot`] ?? null;

/** One of the other round counts, too. */
const slotOf = (person: SlottedPerson, kind: AppointmentKind, round: CastingRound): string | null =>
  ownSlotOf(person, kind, round) ??
  person.casting_decisions.map((decision) => decision[`${kind}_slot`]).find(Boolean) ??
  null;

/** Who is declined gets no slot; one of the other round is changed there. */
const isMovable = (person: SlottedPerson, kind: AppointmentKind, round: CastingRound): boolean =>
  decisionOf(person, round)?.decision !== "decline" && slotOf(person, kind, round) === ownSlotOf(person, kind, round);

/** Who is accepted, holds a time slot, or asks for another one. */
const isListed = (person: SlottedPerson, round: CastingRound) =>
  decisionOf(person, round)?.decision === "accept" ||
  appointmentKinds.some((kind) => ownSlotOf(person, kind, round)) ||
  Boolean(announcedTo(person, round)?.wish);

function SlotItem(props: { title: string; onDrop: (person: string) => void; children: React.ReactNode }) {
  return (
    <li
      className="border border-line p-4"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        props.onDrop(event.dataTransfer.getData("text/plain"));
      }}
    >
      <h3 className="font-semibold tabular-nums">{props.title}</h3>
      {props.children}
    </li>
  );
}

interface Choice {
  registration: string;
  slot: string | null;
}

interface PeopleProps {
  people: readonly SlottedPerson[];
  slots: readonly CastingSlot[];
  kind: AppointmentKind;
  round: CastingRound;
  choose: (registration: string, slot: string | null) => void;
  /** Who moves there takes their select with them, which keeps the focus. */
  chosen: Choice | null;
  /** A request for another time, by its announcement. */
  decline: (announcement: string) => void;
  busy: boolean;
}

function People({ people, slots, kind, round, choose, chosen, decline, busy }: PeopleProps) {
  const { casting: words } = useAdminMessages();
  const titleOf = useSlotTitle();
  return (
    <ul>
      {people.map((person) => {
        const announced = announcedTo(person, round);
        const slot = slotOf(person, kind, round);
        const canMove = isMovable(person, kind, round);
        const hasMoved = person.uuid === chosen?.registration && slot === chosen.slot;
        return (
          <li
            key={person.uuid}
            draggable={canMove}
            onDragStart={(event) => event.dataTransfer.setData("text/plain", person.uuid)}
            className="flex flex-wrap items-center justify-between gap-2 border-line border-t py-2"
          >
            <span>
              {person.number} {person.audition_registrations?.name}
              {announced?.wish && <span className="block text-caption text-muted">{words.wish(announced.wish)}</span>}
            </span>
            {announced?.wish && (
              <Button look="quiet" disabled={busy} onClick={() => decline(announced.announcement_uuid)}>
                {words.declineWish(person.number)}
              </Button>
            )}
            <select
              aria-label={words.slotOf(person.number)}
              value={slot ?? ""}
              onChange={(event) => choose(person.uuid, event.target.value || null)}
              ref={hasMoved ? takeFocus : undefined}
              disabled={!canMove}
              className={`${selectClassName} max-w-60`}
            >
              <option value="">{words.none}</option>
              {slots.map((option) => (
                <option key={option.uuid} value={option.uuid}>
                  {titleOf(option)}
                </option>
              ))}
            </select>
          </li>
        );
      })}
    </ul>
  );
}
