// A picture field: the stored picture or an example, and a preview of the chosen file.

import { type ReactNode, useState } from "react";
import type { PictureColumn } from "@/data/pictures";
import type { StoredImage } from "@/data/tables";
import { useAdminMessages } from "@/messages/admin";
import { FileField, useFilePreview } from "@/ui/FileField";
import { buildPictureUrl } from "@/ui/Picture";
import { useField, useRecordFormState } from "./formState";
import { Thumbnail, type ThumbnailProps } from "./Thumbnail";

interface PictureFieldProps {
  picture: PictureColumn;
  /** The example picture. */
  example?: string;
  /** Shown if the stored file is missing. */
  missing?: string;
  /** Content next to the picture. */
  beside?: ReactNode;
  /** Content below the picture, once there is one; `file` is the chosen file, if any. */
  below?: (url: string, file: File | null) => ReactNode;
}

export function PictureField(props: PictureFieldProps) {
  return <PictureInput key={useRecordFormState().resetCount} {...props} />;
}

function PictureInput({ picture, example = "/image-example.webp", missing, beside, below }: PictureFieldProps) {
  const a = useAdminMessages();
  const name = picture.column;
  const { value, busy } = useField(name);
  const [file, setFile] = useState<File | null>(null);
  const chosen = useFilePreview(file);
  const shown = chosen ?? (value ? buildPictureUrl((value as StoredImage).url, 832) : null);
  return (
    <FileField
      label={a.fields[name]}
      name={name}
      disabled={busy}
      onFile={setFile}
      preview={
        <div className="flex flex-wrap gap-x-5 gap-y-3">
          {file && chosen ? (
            <Preview url={chosen} words={a.form.chosen(file.name)} />
          ) : (
            !value && <Preview url={example} words={a.form.example} />
          )}
          {Boolean(value) && (
            <StoredPicture picture={picture} image={value as StoredImage} missing={missing ?? a.table.missing} />
          )}
          {beside}
          {shown && below?.(shown, file)}
        </div>
      }
    />
  );
}

function Preview({ url, words }: { url: string; words: string }) {
  return (
    <img src={url} alt={words} width={200} height={200} className="size-[200px] max-w-full bg-tint object-contain" />
  );
}

function StoredPicture(thumbnail: ThumbnailProps) {
  const a = useAdminMessages();
  return (
    <figure className="text-caption text-muted">
      <Thumbnail {...thumbnail} look="whole" />
      <figcaption>{a.form.stored}</figcaption>
    </figure>
  );
}
