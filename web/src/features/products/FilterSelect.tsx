// A compact select with an invisible label.

import type { ReactNode, SelectHTMLAttributes } from "react";
import { selectClassName } from "@/ui/inputClassName";

type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, "onChange"> & {
  label: string;
  onValue: (value: string) => void;
  children: ReactNode;
};

export function FilterSelect({ label, onValue, ...select }: SelectProps) {
  return (
    <select
      {...select}
      aria-label={label}
      onChange={(event) => onValue(event.target.value)}
      className={`${selectClassName} max-w-[27vw] max-sm:px-2 text-ellipsis sm:max-w-60`}
    />
  );
}
