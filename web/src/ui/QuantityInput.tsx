// A numeric input with arrow-key steps. Text that is not a whole number shows an error and has no quantity.

import { type InputHTMLAttributes, type KeyboardEvent, useId, useState } from "react";
import { parseWholeNumber } from "@/lib/numbers";
import { classNames } from "./classNames";

interface QuantityInputProps extends Pick<InputHTMLAttributes<HTMLInputElement>, "aria-label" | "className"> {
  /** NaN while the field holds no valid number. */
  quantity: number;
  max: number;
  /** The error for text that is not a number. */
  unclear: string;
  unclearClassName: string;
  /** Called with NaN for an empty field or an invalid number. */
  onQuantity: (quantity: number) => void;
}

export function QuantityInput({ quantity, max, unclear, unclearClassName, onQuantity, ...input }: QuantityInputProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const commit = (read: number) => {
    setDraft(null);
    onQuantity(read);
  };
  const handleInput = (text: string) => {
    const parsed = parseWholeNumber(text);
    if (typeof parsed === "number") return commit(parsed);
    setDraft(text);
    onQuantity(Number.NaN);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    commit(Math.max(0, (quantity || 0) + step));
  };
  return (
    <>
      <input
        {...input}
        type="text"
        role="spinbutton"
        inputMode="numeric"
        autoComplete="off"
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={quantity || 0}
        aria-invalid={draft ? true : undefined}
        aria-describedby={draft ? id : undefined}
        value={draft ?? (Number.isNaN(quantity) ? "" : quantity)}
        onChange={(event) => handleInput(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => !Number.isNaN(quantity) && setDraft(null)}
      />
      {draft && (
        <span id={id} role="status" className={classNames("text-caption text-danger", unclearClassName)}>
          {unclear}
        </span>
      )}
    </>
  );
}
