// The further pictures of a product: added, put in order, taken out. What is chosen counts once the form is submitted.

import { type ChangeEvent, type ReactNode, useId, useState } from "react";
import type { StoredImage } from "@/data/tables";
import { useAdminMessages } from "@/messages/admin";
import { buttonLook, IconButton } from "@/ui/Button";
import { useFilePreview } from "@/ui/FileField";
import { pictureAddress } from "@/ui/Picture";
import { useFieldNote } from "@/ui/useFieldNote";
import { useDraftValue, useField } from "../kit/formState";

export const MOST_PICTURES = 9;

type Entry = { key: string; picture: StoredImage | File };

const entryOf = (picture: Entry["picture"]): Entry => ({ key: crypto.randomUUID(), picture });

export function PicturesField() {
  const a = useAdminMessages();
  const { value, busy } = useField("pictures");
  const [entries, setEntries] = useState(() => ((value as StoredImage[] | undefined) ?? []).map(entryOf));
  const { control, note } = useFieldNote({ id: useId(), name: "pictures" });
  const [isTouched, setTouched] = useState(false);
  const change = (next: Entry[]) => {
    setTouched(true);
    setEntries(next);
  };
  useDraftValue("pictures", entries, isTouched, change);
  const add = ({ target }: ChangeEvent<HTMLInputElement>) => {
    change([...entries, ...[...(target.files ?? [])].map(entryOf)].slice(0, MOST_PICTURES));
    target.value = "";
  };
  const without = (entry: Entry) => entries.filter((one) => one !== entry);
  const move = (entry: Entry, to: number) => change(without(entry).toSpliced(to, 0, entry));
  return (
    <fieldset {...control} disabled={busy} className="flex flex-col items-start gap-3">
      <legend className="pb-1.5 font-semibold">
        {a.fields.pictures} ({a.form.optional})
      </legend>
      {isTouched && <input type="hidden" name="pictures" value="" />}
      <ol className="grid w-full grid-cols-2 gap-3 empty:hidden sm:grid-cols-3">
        {entries.map((entry, place) => (
          <li key={entry.key}>
            <Thumbnail picture={entry.picture} alt={a.products.pictureOf(place + 1)} />
            {isTouched && <Sent picture={entry.picture} />}
            <Tool
              icon="left"
              label={a.products.earlier(place + 1)}
              off={place === 0}
              act={() => move(entry, place - 1)}
            />
            <Tool
              icon="right"
              label={a.products.later(place + 1)}
              off={place === entries.length - 1}
              act={() => move(entry, place + 1)}
            />
            <Tool icon="close" label={a.products.removePicture(place + 1)} act={() => change(without(entry))} />
          </li>
        ))}
      </ol>
      {entries.length < MOST_PICTURES && <Chooser onChange={add}>{a.products.addPictures}</Chooser>}
      {note}
    </fieldset>
  );
}

type ToolProps = { icon: "left" | "right" | "close"; label: string; off?: boolean; act: () => void };

/** Keeps the focus where it is: a button at the end of its way does nothing. */
function Tool({ icon, label, off = false, act }: ToolProps) {
  const look = "hover:bg-tint aria-disabled:opacity-40";
  return <IconButton icon={icon} label={label} aria-disabled={off} onClick={() => off || act()} className={look} />;
}

function Chooser({
  onChange,
  children,
}: {
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  children: ReactNode;
}) {
  const focus = "has-focus-visible:outline-2 has-focus-visible:outline-accent-text has-focus-visible:outline-offset-3";
  return (
    <label className={buttonLook("outline", `cursor-pointer ${focus}`)}>
      {children}
      <input type="file" accept="image/*" multiple onChange={onChange} className="sr-only" />
    </label>
  );
}

function Thumbnail({ picture, alt }: { picture: Entry["picture"]; alt: string }) {
  const chosen = useFilePreview(picture instanceof File ? picture : null);
  const address = picture instanceof File ? chosen : pictureAddress(picture.url, 384);
  return <img src={address ?? undefined} alt={alt} className="aspect-4/5 w-full bg-tint object-cover" />;
}

/** A control of its own for each, in their order: a stored picture as text, a chosen one as the file. */
function Sent({ picture }: { picture: Entry["picture"] }) {
  if (!(picture instanceof File)) return <input type="hidden" name="pictures" value={JSON.stringify(picture)} />;
  const hold = (input: HTMLInputElement | null) => {
    const files = new DataTransfer();
    files.items.add(picture);
    if (input) input.files = files.files;
  };
  return <input ref={hold} type="file" name="pictures" hidden />;
}
