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
import { writtenPrice } from "./writtenPrice";

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

/** Counts when it is left, and by Enter. What is typed stays as it is typed while its digits alone say the same price. */
function Price({ name, label, value, go }: PriceProps) {
  const field = useRef<HTMLInputElement>(null);
  const shown = value && Number(value).toLocaleString("id");
  useEffect(() => {
    if (field.current && priceIn(field.current.value) !== value) field.current.value = shown;
  }, [value, shown]);
  const settle = (input: HTMLInputElement) => {
    const written = writtenPrice(input.value);
    if (priceIn(written) !== priceIn(input.value)) input.value = Number(written).toLocaleString("id");
  };
  const take = (input: HTMLInputElement) => {
    settle(input);
    if (priceIn(input.value) !== value) go({ [name]: priceIn(input.value) });
  };
  return (
    <label className="flex max-w-40 flex-col text-caption text-muted">
      {label}
      <input
        ref={field}
        name={name}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={shown}
        onBlur={(event) => take(event.target)}
        // Before the form is sent with it.
        onKeyDown={(event) => event.key === "Enter" && settle(event.currentTarget)}
        className={`${inputLook} text-base`}
      />
    </label>
  );
}
