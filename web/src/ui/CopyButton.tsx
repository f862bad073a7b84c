// Copies a text to the clipboard and confirms it by a toast.

import { Icon } from "./Icon";
import { useToast } from "./Toast";

interface CopyButtonProps {
  text: string;
  label: string;
  copiedLabel: string;
}

export function CopyButton({ text, label, copiedLabel }: CopyButtonProps) {
  const toast = useToast();
  const copy = () => navigator.clipboard.writeText(text).then(() => toast(copiedLabel), console.error);
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={label}
      title={label}
      className="inline-flex size-9 items-center justify-center rounded-full text-accent-text hover:bg-tint"
    >
      <Icon name="copy" className="size-4.5" />
    </button>
  );
}
