// Size, price and stock: what narrows the list of products, loaded when its fold is opened.

import { useEffect, useRef } from "react";
import { usePublicRead } from "@/data/publicRead";
import { productSizes } from "@/data/queries";
import { useMessages } from "@/messages";
import { useShoppingMessages } from "@/messages/shopping";
import { CheckBox } from "@/ui/CheckBox";
import { inputLook } from "@/ui/inputLook";
import { type ProductFilters, priceIn } from "./filters";
import { Select } from "./Select";
import { sortSizes } from "./sizes";

export interface FilterFieldsProps {
  filters: ProductFilters;
  go: (change: Partial<ProductFilters>) => void;
}

export default function FilterFields({ filters, go }: FilterFieldsProps) {
  const m = useMessages();
  const words = useShoppingMessages().filters;
  const { data } = usePublicRead(productSizes);
  const sizes = sortSizes([...new Set([...(data ?? []).map(({ size }) => size), filters.size])].filter(Boolean));
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3 pt-1">
      {sizes.length > 0 && (
        <Select name="size" label={m.catalogue.size} value={filters.size} onValue={(size) => go({ size })}>
          <option value="">{words.everySize}</option>
          {sizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </Select>
      )}
      <Price name="min" label={words.priceFrom} value={filters.min} go={go} />
      <Price name="max" label={words.priceTo} value={filters.max} go={go} />
      <CheckBox
        name="available"
        value="1"
        checked={Boolean(filters.available)}
        onTicked={(ticked) => go({ available: ticked ? "1" : "" })}
      >
        {words.available}
      </CheckBox>
      {/* By it, Enter sends a form of several lines. */}
      <button type="submit" hidden />
    </div>
  );
}

interface PriceProps extends Pick<FilterFieldsProps, "go"> {
  name: "min" | "max";
  label: string;
  value: string;
}

/** Counts when it is left, and by Enter. What is typed stays as it is typed until the address says another price. */
function Price({ name, label, value, go }: PriceProps) {
  const field = useRef<HTMLInputElement>(null);
  const shown = value && Number(value).toLocaleString("id");
  useEffect(() => {
    if (field.current && priceIn(field.current.value) !== value) field.current.value = shown;
  }, [value, shown]);
  const take = (typed: string) => priceIn(typed) !== value && go({ [name]: priceIn(typed) });
  return (
    <label className="flex max-w-40 flex-col text-caption text-muted">
      {label}
      <input
        ref={field}
        name={name}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={shown}
        onBlur={(event) => take(event.target.value)}
        className={`${inputLook} text-base`}
      />
    </label>
  );
}
