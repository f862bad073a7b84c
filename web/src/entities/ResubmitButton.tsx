// A button that resubmits an unchanged form after a price change; the new price is shown in its line.

import type { RefObject } from "react";
import { AutoFocusButton } from "@/ui/AutoFocusButton";
import { isPriceChanged } from "./priceChanged";

interface ResubmitButtonProps {
  /** The error of the last submission. */
  failure: unknown;
  form: RefObject<HTMLFormElement | null>;
  label: string;
}

export function ResubmitButton({ failure, form, label }: ResubmitButtonProps) {
  if (!isPriceChanged(failure)) return null;
  return (
    <AutoFocusButton after={failure} onClick={() => form.current?.requestSubmit()} className="mb-8">
      {label}
    </AutoFocusButton>
  );
}
