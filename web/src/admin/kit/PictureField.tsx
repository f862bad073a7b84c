// A picture of a record: an example until one is chosen, what is stored beside it, and a fresh start after every failure.

import { useState } from "react";
import type { StoredImage } from "@/data/tables";
import { useAdminMessages } from "@/messages/admin";
import { FileField, useFilePreview } from "@/ui/FileField";
import { useField, useFormState } from "./formState";
import type { Picture } from "./resource";
import { Thumbnail, type ThumbnailProps } from "./Thumbnail";

export interface PictureFieldProps {
  place: Picture;
  /** What such a picture looks like. */
  example?: string;
  /** What is said where the stored file is gone. */
  missing?: string;
}

export function PictureField(props: PictureFieldProps) {
  return <FreshPictureField key={useFormState().round} {...props} />;
}

function FreshPictureField({ place, example = "/image-example.webp", missing }: PictureFieldProps) {
  const a = useAdminMessages();
  const name = place.column;
  const { value, busy } = useField(name);
  const [file, setFile] = useState<File | null>(null);
  return (
    <FileField
      label={a.fields[name]}
      name={name}
      disabled={busy}
      onFile={setFile}
      preview={
        <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
          <Preview file={file} example={example} />
          {Boolean(value) && <Stored place={place} image={value as StoredImage} missing={missing ?? a.table.missing} />}
        </div>
      }
    />
  );
}

function Preview({ file, example }: { file: File | null; example: string }) {
  const a = useAdminMessages();
  const chosen = useFilePreview(file);
  return (
    <img
      src={chosen ?? example}
      alt={file && chosen ? a.form.chosen(file.name) : a.form.example}
      width={200}
      height={200}
      className="size-[200px] max-w-full bg-tint object-contain"
    />
  );
}

function Stored(thumbnail: ThumbnailProps) {
  const a = useAdminMessages();
  return (
    <figure className="text-caption text-muted">
      <Thumbnail {...thumbnail} />
      <figcaption>{a.form.stored}</figcaption>
    </figure>
  );
}
