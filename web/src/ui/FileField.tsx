// A picture to be sent: the platform's own file control, and a preview that keeps its size whatever is chosen.

import { type ReactNode, type RefObject, useEffect, useId, useState } from "react";
import { classNames } from "./classNames";
import { useFieldNote } from "./useFieldNote";

/** An address for showing a chosen file; the browser's memory is given back when it changes. */
export function useFilePreview(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file?.type.startsWith("image")) return setAddress(null);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

interface FileFieldProps {
  label: string;
  name: string;
  hint?: string;
  input?: RefObject<HTMLInputElement | null>;
  disabled?: boolean;
  onFile: (file: File | null) => void;
  /** What stands above the control: the chosen picture, or an example. */
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
