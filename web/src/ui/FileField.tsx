// A file input for an image, with a preview of fixed size.

import { type ReactNode, type RefObject, useEffect, useId, useState } from "react";
import { classNames } from "./classNames";
import { useFieldNote } from "./useFieldNote";

/** An object URL of the chosen file, revoked when the file changes. */
export function useFilePreview(file: File | null): string | null {
  const [url, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file?.type.startsWith("image")) return setAddress(null);
    const objectUrl = URL.createObjectURL(file);
    setAddress(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  return url;
}

interface FileFieldProps {
  label: string;
  name: string;
  hint?: string;
  input?: RefObject<HTMLInputElement | null>;
  disabled?: boolean;
  onFile: (file: File | null) => void;
  /** Shown above the input: the chosen image or an example. */
  preview: ReactNode;
  className?: string;
}

export function FileField({ label, name, hint, input, disabled, onFile, preview, className }: FileFieldProps) {
  const id = useId();
  const { control, note } = useFieldNote({ id, name, hint });
  return (
    <div className={classNames("flex flex-col gap-3", className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {preview}
      <input
        id={id}
        ref={input}
        name={name}
        type="file"
        accept="image/*"
        disabled={disabled}
        {...control}
        onChange={(event) => onFile(event.target.files?.[0] ?? null)}
        className="w-full min-w-0 rounded-soft border border-edge border-dashed p-2 text-caption text-muted file:mr-3 file:min-h-9 file:cursor-pointer file:rounded-soft file:border-0 file:bg-tint file:px-4 file:font-semibold file:text-text"
      />
      {note}
    </div>
  );
}
