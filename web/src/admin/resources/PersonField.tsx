// Whose record it is: picked by name and picture among those who registered, or pasted. Stored and seen is the user ID.

import { useState } from "react";
import { Comcard } from "@/entities/Comcard";
import { useAdminMessages } from "@/messages/admin";
import { Combobox } from "@/ui/Combobox";
import { useDraftValue, useField } from "../kit/formState";
import { type Person, useRegistrants } from "./useRegistrants";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function PersonField() {
  const a = useAdminMessages();
  const { value, busy } = useField("user_id");
  const [typed, setTyped] = useState(typeof value === "string" ? value : "");
  useDraftValue("user_id", typed, typed !== (value ?? ""), setTyped);
  const people = useRegistrants(typed);
  const id = typed.trim().toLowerCase();
  const chosen = people?.find((person) => person.id === id);
  return (
    <div className="flex flex-col gap-2">
      <Combobox
        label={a.fields.user_id}
        name="user_id"
        hint={a.people.hint}
        typed={typed}
        onTyped={setTyped}
        options={people}
        show={(person) => <Registrant person={person} />}
        words={{
          list: a.people.people,
          none: UUID.test(id) ? a.people.unregistered : a.people.nobody,
          found: a.people.found,
        }}
        disabled={busy}
      />
      {chosen && <Registrant person={chosen} />}
    </div>
  );
}

function Registrant({ person: { id, registration } }: { person: Person }) {
  return (
    <span className="flex items-center gap-3">
      <Comcard image={registration.comcard_image} width={48} height={64} className="h-16 w-12 shrink-0" />
      <span className="min-w-0">
        <span className="block">{registration.name}</span>
        <span className="block break-all text-caption text-muted tabular-nums">{id}</span>
      </span>
    </span>
  );
}
