// The owner of a record: picked by name and picture among registrants, or pasted as a user ID, which is what is stored.

import { useState } from "react";
import { ComcardPicture } from "@/entities/ComcardPicture";
import { UUID } from "@/lib/uuid";
import { useAdminMessages } from "@/messages/admin";
import { Combobox } from "@/ui/Combobox";
import { useDraftValue, useField } from "../kit/formState";
import { type RegistrantOption, useRegistrantSearch } from "./useRegistrantSearch";

export function PersonField() {
  const a = useAdminMessages();
  const { value, busy } = useField("user_id");
  const [text, setText] = useState(typeof value === "string" ? value : "");
  useDraftValue("user_id", text, text !== (value ?? ""), setText);
  const people = useRegistrantSearch(text);
  const id = text.trim().toLowerCase();
  const chosen = people?.find((person) => person.id === id);
  return (
    <div className="flex flex-col gap-2">
      <Combobox
        label={a.fields.user_id}
        name="user_id"
        hint={a.people.hint}
        typed={text}
        onTyped={setText}
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

function Registrant({ person: { id, registration } }: { person: RegistrantOption }) {
  return (
    <span className="flex items-center gap-3">
      <ComcardPicture image={registration.comcard_image} width={48} height={64} className="h-16 w-12 shrink-0" />
      <span className="min-w-0">
        <span className="block">{registration.name}</span>
        <span className="block break-all text-caption text-muted tabular-nums">{id}</span>
      </span>
    </span>
  );
}
