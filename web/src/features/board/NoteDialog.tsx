// The note dialog: leaders' own notes, or administrators' decision notes with tags. Saved however it is closed.

import { type FormEvent, useRef, useState } from "react";
import type { BoardRegistrant, BoardStore } from "@/entities/board";
import { RegistrantDetails } from "@/entities/RegistrantDetails";
import { useCrewMessages } from "@/messages/crew";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { TextArea } from "@/ui/TextArea";

interface NoteDialogProps {
  person: BoardRegistrant;
  title: string;
  isAdmin: boolean;
  board: BoardStore;
  onClose: () => void;
}

const MAX_NOTE_LENGTH = 2_000;
const MAX_TAG_LENGTH = 40;
const MAX_TAGS = 20;

export function NoteDialog({ person, title, isAdmin, board, onClose }: NoteDialogProps) {
  const words = useCrewMessages();
  const form = useRef<HTMLFormElement>(null);
  // What the fields were filled with: a colleague may change the record while they are open.
  const [opened] = useState({
    note: (isAdmin ? person.castingDecision : person.own).note ?? "",
    tags: person.castingDecision.tags.join(", "),
  });
  const saveAndClose = () => {
    if (form.current) saveNote(board, person, isAdmin, new FormData(form.current), opened);
    onClose();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    saveAndClose();
  };
  return (
    <Dialog open title={title} closeLabel={words.close} onClose={saveAndClose}>
      <form ref={form} onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextArea
          autoFocus
          label={isAdmin ? words.decisionNote : words.yourNote}
          name="note"
          defaultValue={opened.note}
          maxLength={MAX_NOTE_LENGTH}
        />
        {isAdmin && <Field label={words.tags} name="tags" defaultValue={opened.tags} autoComplete="off" />}
        <Button type="submit">{words.keepNote}</Button>
      </form>
      <div className="mt-6">
        <RegistrantDetails person={person} isAdmin={isAdmin} />
      </div>
    </Dialog>
  );
}

function saveNote(
  board: BoardStore,
  { uuid }: BoardRegistrant,
  isAdmin: boolean,
  entered: FormData,
  previous: { note: string; tags: string },
): void {
  const [note, typedTags] = ["note", "tags"].map((name) => String(entered.get(name) ?? "").trim()) as [string, string];
  if (!isAdmin) {
    if (note !== previous.note) board.write({ kind: "score", registration: uuid, changes: { note: note || null } });
    return;
  }
  const changes = {
    ...(note !== previous.note && { note: note || null }),
    ...(typedTags !== previous.tags && { tags: parseTags(typedTags) }),
  };
  if (Object.keys(changes).length > 0) board.write({ kind: "decision", registration: uuid, changes });
}

function parseTags(text: string): string[] {
  const tags = text.split(",").map((tag) => tag.trim().slice(0, MAX_TAG_LENGTH).trim());
  return [...new Set(tags.filter(Boolean))].slice(0, MAX_TAGS);
}
