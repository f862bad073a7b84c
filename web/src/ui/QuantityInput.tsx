// How many: a line of digits that arrows move. What can't be read as a whole number says so, and is no quantity.

import { type InputHTMLAttributes, type KeyboardEvent, useId, useState } from "react";
import { parseWholeNumber } from "@/lib/numbers";
import { classNames } from "./classNames";

interface QuantityInputProps extends Pick<InputHTMLAttributes<HTMLInputElement>, "aria-label" | "className"> {
  /** NaN while the field holds no number. */
  quantity: number;
  most: number;
  /** What is said of what can't be read. */
  unclear: string;
  unclearClassName: string;
  /** NaN for an empty field, and for what can't be read. */
  onQuantity: (quantity: number) => void;
}

export function QuantityInput({ quantity, most, unclear, unclearClassName, onQuantity, ...input }: QuantityInputProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const take = (read: number) => {
    setDraft(null);
    onQuantity(read);
  };
  const typed = (text: string) => {
    const read = parseWholeNumber(text);
    if (typeof read === "number") return take(read);
    setDraft(text);
    onQuantity(Number.NaN);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    take(Math.max(0, (quantity || 0) + step));
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
        aria-valuemax={most}
        aria-valuenow={quantity || 0}
        aria-invalid={draft ? true : undefined}
        aria-describedby={draft ? id : undefined}
        value={draft ?? (Number.isNaN(quantity) ? "" : quantity)}
        onChange={(event) => typed(event.target.value)}
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
