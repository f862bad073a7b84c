// The further pictures of a product: add, reorder, remove. Changes apply when the form is submitted.

import { type ChangeEvent, type ReactNode, useId, useState } from "react";
import type { StoredImage } from "@/data/tables";
import { useAdminMessages } from "@/messages/admin";
import { buttonClassName, IconButton } from "@/ui/Button";
import { useFilePreview } from "@/ui/FileField";
import { LimitButton } from "@/ui/LimitButton";
import { buildPictureUrl } from "@/ui/Picture";
import { useFieldNote } from "@/ui/useFieldNote";
import { useDraftValue, useField } from "../kit/formState";

const MAX_PICTURES = 9;

type Entry = { key: string; picture: StoredImage | File };

const createEntry = (picture: Entry["picture"]): Entry => ({ key: crypto.randomUUID(), picture });

export function PicturesField() {
  const a = useAdminMessages();
  const { value, busy } = useField("pictures");
  const [entries, setEntries] = useState(() => ((value as StoredImage[] | undefined) ?? []).map(createEntry));
  const { control, note } = useFieldNote({ id: useId(), name: "pictures" });
  const [isTouched, setTouched] = useState(false);
  const [leftOut, setLeftOut] = useState(0);
  const updateEntries = (next: Entry[]) => {
    setTouched(true);
    setEntries(next.slice(0, MAX_PICTURES));
    setLeftOut(Math.max(0, next.length - MAX_PICTURES));
  };
  useDraftValue("pictures", entries, isTouched, updateEntries);
  const addFiles = ({ target }: ChangeEvent<HTMLInputElement>) => {
    updateEntries([...entries, ...[...(target.files ?? [])].map(createEntry)]);
    target.value = "";
  };
  const without = (entry: Entry) => entries.filter((other) => other !== entry);
  const move = (entry: Entry, to: number) => updateEntries(without(entry).toSpliced(to, 0, entry));
  return (
    <fieldset {...control} disabled={busy} className="flex flex-col items-start gap-3">
      <legend className="pb-1.5 font-semibold">
        {a.fields.pictures} ({a.form.optional})
      </legend>
      {isTouched && <input type="hidden" name="pictures" value="" />}
      <ol className="grid w-full grid-cols-2 gap-3 empty:hidden sm:grid-cols-3">
        {entries.map((entry, index) => (
          <li key={entry.key}>
            <Thumbnail picture={entry.picture} alt={a.products.pictureOf(index + 1)} />
            {isTouched && <PictureInput picture={entry.picture} />}
            <LimitButton
              icon="left"
              label={a.products.earlier(index + 1)}
              disabled={index === 0}
              onClick={() => move(entry, index - 1)}
              className="hover:bg-tint"
            />
            <LimitButton
              icon="right"
              label={a.products.later(index + 1)}
              disabled={index === entries.length - 1}
              onClick={() => move(entry, index + 1)}
              className="hover:bg-tint"
            />
            <IconButton
              icon="close"
              label={a.products.removePicture(index + 1)}
              onClick={() => updateEntries(without(entry))}
              className="hover:bg-tint"
            />
          </li>
        ))}
      </ol>
      {entries.length < MAX_PICTURES && <FileButton onChange={addFiles}>{a.products.addPictures}</FileButton>}
      <p role="status" className="text-danger">
        {leftOut > 0 && a.products.picturesLeftOut(leftOut, MAX_PICTURES)}
      </p>
      {note}
    </fieldset>
  );
}

function FileButton({
  onChange,
  children,
}: {
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  children: ReactNode;
}) {
  const focus = "has-focus-visible:outline-2 has-focus-visible:outline-accent-text has-focus-visible:outline-offset-3";
  return (
    <label className={buttonClassName("outline", `cursor-pointer ${focus}`)}>
      {children}
      <input type="file" accept="image/*" multiple onChange={onChange} className="sr-only" />
    </label>
  );
}

function Thumbnail({ picture, alt }: { picture: Entry["picture"]; alt: string }) {
  const chosen = useFilePreview(picture instanceof File ? picture : null);
  const url = picture instanceof File ? chosen : buildPictureUrl(picture.url, 384);
  return <img src={url ?? undefined} alt={alt} className="aspect-4/5 w-full bg-tint object-cover" />;
}

/** One input per picture, in order: stored pictures as JSON, chosen ones as files. */
function PictureInput({ picture }: { picture: Entry["picture"] }) {
  if (!(picture instanceof File)) return <input type="hidden" name="pictures" value={JSON.stringify(picture)} />;
  const setFiles = (input: HTMLInputElement | null) => {
    const files = new DataTransfer();
    files.items.add(picture);
    if (input) input.files = files.files;
  };
  return <input ref={setFiles} type="file" name="pictures" hidden />;
}
