// A button that resubmits an unchanged form after a price change; the new price is shown in its line.

import type { RefObject } from "react";
import { AutoFocusButton } from "@/ui/AutoFocusButton";
import { isPriceChangedError } from "./priceChangedError";

interface ResubmitButtonProps {
  /** The error of the last submission. */
  failure: unknown;
  form: RefObject<HTMLFormElement | null>;
  label: string;
}

export function ResubmitAtNewPriceButton({ failure, form, label }: ResubmitButtonProps) {
  if (!isPriceChangedError(failure)) return null;
  return (
    <AutoFocusButton after={failure} onClick={() => form.current?.requestSubmit()} className="mb-8">
      {label}
    </AutoFocusButton>
  );
}
