// A picture of a record: what is stored, or an example where nothing is; the chosen one before it, until a failure.

import { type ReactNode, useState } from "react";
import type { PicturePlace } from "@/data/pictures";
import type { StoredImage } from "@/data/tables";
import { useAdminMessages } from "@/messages/admin";
import { FileField, useFilePreview } from "@/ui/FileField";
import { pictureAddress } from "@/ui/Picture";
import { useField, useFormState } from "./formState";
import { Thumbnail, type ThumbnailProps } from "./Thumbnail";

interface PictureFieldProps {
  place: PicturePlace;
  /** What such a picture looks like. */
  example?: string;
  /** What is said where the stored file is gone. */
  missing?: string;
  /** What the picture is looked at for. */
  beside?: ReactNode;
  /** What more is asked about the picture that is shown, once there is one; `file` is the one that was chosen. */
  below?: (address: string, file: File | null) => ReactNode;
}

export function PictureField(props: PictureFieldProps) {
  return <FreshPictureField key={useFormState().resetCount} {...props} />;
}

function FreshPictureField({ place, example = "/image-example.webp", missing, beside, below }: PictureFieldProps) {
  const a = useAdminMessages();
  const name = place.column;
  const { value, busy } = useField(name);
  const [file, setFile] = useState<File | null>(null);
  const chosen = useFilePreview(file);
  const shown = chosen ?? (value ? pictureAddress((value as StoredImage).url, 832) : null);
  return (
    <FileField
      label={a.fields[name]}
      name={name}
      disabled={busy}
      onFile={setFile}
      preview={
        <div className="flex flex-wrap gap-x-5 gap-y-3">
          {file && chosen ? (
            <Preview address={chosen} words={a.form.chosen(file.name)} />
          ) : (
            !value && <Preview address={example} words={a.form.example} />
          )}
          {Boolean(value) && <Stored place={place} image={value as StoredImage} missing={missing ?? a.table.missing} />}
          {beside}
          {shown && below?.(shown, file)}
        </div>
      }
    />
  );
}

function Preview({ address, words }: { address: string; words: string }) {
  return (
    <img
      src={address}
      alt={words}
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
      <Thumbnail {...thumbnail} look="whole" />
      <figcaption>{a.form.stored}</figcaption>
    </figure>
  );
}
