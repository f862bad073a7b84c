// The button that sends a form as it is for a price that has moved: the new one stands in its line.

import type { RefObject } from "react";
import { AutoFocusButton } from "@/ui/AutoFocusButton";
import { isPriceChanged } from "./priceChanged";

interface ResubmitButtonProps {
  /** Why it was not sent. */
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
