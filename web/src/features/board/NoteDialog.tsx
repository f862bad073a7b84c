// What somebody notes about a person; administrators about the decision, with tags. Closed in whatever way, it is kept.

import { type FormEvent, useRef } from "react";
import type { Board, Registrant } from "@/entities/board";
import { RegistrantFacts } from "@/entities/RegistrantFacts";
import { useCrewMessages } from "@/messages/crew";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { TextArea } from "@/ui/TextArea";

interface NoteDialogProps {
  person: Registrant;
  title: string;
  isAdmin: boolean;
  board: Board;
  onClose: () => void;
}

const LONGEST_NOTE = 2_000;
const LONGEST_TAG = 40;
const MOST_TAGS = 20;

export function NoteDialog({ person, title, isAdmin, board, onClose }: NoteDialogProps) {
  const words = useCrewMessages();
  const form = useRef<HTMLFormElement>(null);
  const note = (isAdmin ? person.draft : person.own).note ?? "";
  const tags = person.draft.tags.join(", ");
  const keep = () => {
    if (form.current) write(board, person, isAdmin, new FormData(form.current), { note, tags });
    onClose();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    keep();
  };
  return (
    <Dialog open title={title} closeLabel={words.close} onClose={keep}>
      <form ref={form} onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextArea
          autoFocus
          label={isAdmin ? words.draftNote : words.yourNote}
          name="note"
          defaultValue={note}
          maxLength={LONGEST_NOTE}
        />
        {isAdmin && <Field label={words.tags} name="tags" defaultValue={tags} autoComplete="off" />}
        <Button type="submit">{words.keepNote}</Button>
      </form>
      <div className="mt-6">
        <RegistrantFacts person={person} isAdmin={isAdmin} />
      </div>
    </Dialog>
  );
}

function write(
  board: Board,
  { uuid }: Registrant,
  isAdmin: boolean,
  entered: FormData,
  before: { note: string; tags: string },
): void {
  const [note, typedTags] = ["note", "tags"].map((name) => String(entered.get(name) ?? "").trim()) as [string, string];
  if (!isAdmin) {
    if (note !== before.note) board.write({ kind: "score", registration: uuid, changes: { note: note || null } });
    return;
  }
  const changes = {
    ...(note !== before.note && { note: note || null }),
    ...(typedTags !== before.tags && { tags: tagsIn(typedTags) }),
  };
  if (Object.keys(changes).length > 0) board.write({ kind: "draft", registration: uuid, changes });
}

function tagsIn(typed: string): string[] {
  const words = typed.split(",").map((one) => one.trim().slice(0, LONGEST_TAG).trim());
  return [...new Set(words.filter(Boolean))].slice(0, MOST_TAGS);
}
