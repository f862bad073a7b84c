// Copies a text to the clipboard and confirms it in place.

import { useEffect, useState } from "react";
import { Icon } from "./Icon";

interface CopyButtonProps {
  text: string;
  label: string;
  copiedLabel: string;
}

export function CopyButton({ text, label, copiedLabel }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <button
      type="button"
      onClick={() => copy().catch(console.error)}
      aria-label={copied ? copiedLabel : label}
      title={copied ? copiedLabel : label}
      className="inline-flex size-9 items-center justify-center rounded-full text-accent-text hover:bg-tint"
    >
      <Icon name={copied ? "done" : "copy"} className="size-4.5" />
    </button>
  );
}
