// The size, price and stock filters, loaded when first opened.

import { useEffect, useRef } from "react";
import { usePublicRead } from "@/data/publicRead";
import { productSizesQuery } from "@/data/queries";
import { formatThousands } from "@/lib/money";
import { useMessages } from "@/messages";
import { useShoppingMessages } from "@/messages/shopping";
import { CheckBox } from "@/ui/CheckBox";
import { inputClassName } from "@/ui/inputClassName";
import { FilterSelect } from "./FilterSelect";
import { parseWrittenPrice } from "./parseWrittenPrice";
import { extractPriceDigits, type ProductFilters } from "./productFilters";
import { sortSizes } from "./sortSizes";

export interface FilterFieldsProps {
  filters: ProductFilters;
  go: (change: Partial<ProductFilters>) => void;
}

export default function FilterFields({ filters, go }: FilterFieldsProps) {
  const m = useMessages();
  const words = useShoppingMessages().filters;
  const { data } = usePublicRead(productSizesQuery);
  const sizes = sortSizes([...new Set([...(data ?? []).map(({ size }) => size), filters.size])].filter(Boolean));
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3 pt-1">
      {sizes.length > 0 && (
        <FilterSelect name="size" label={m.catalogue.size} value={filters.size} onValue={(size) => go({ size })}>
          <option value="">{words.everySize}</option>
          {sizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </FilterSelect>
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
      {/* A hidden submit button, so that Enter submits a form with several inputs. */}
      <button type="submit" hidden />
    </div>
  );
}

interface PriceProps extends Pick<FilterFieldsProps, "go"> {
  name: "min" | "max";
  label: string;
  value: string;
}

/** Applied on blur and on Enter. The input keeps what was typed while its digits alone are the same price. */
function Price({ name, label, value, go }: PriceProps) {
  const field = useRef<HTMLInputElement>(null);
  const formatted = value && formatThousands(Number(value));
  useEffect(() => {
    if (field.current && extractPriceDigits(field.current.value) !== value) field.current.value = formatted;
  }, [value, formatted]);
  const normalise = (input: HTMLInputElement) => {
    const written = parseWrittenPrice(input.value);
    if (extractPriceDigits(written) !== extractPriceDigits(input.value)) input.value = formatThousands(Number(written));
  };
  const applyPrice = (input: HTMLInputElement) => {
    normalise(input);
    if (extractPriceDigits(input.value) !== value) go({ [name]: extractPriceDigits(input.value) });
  };
  return (
    <label className="flex max-w-40 flex-col text-caption text-muted">
      {label}
      <input
        ref={field}
        name={name}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={formatted}
        onBlur={(event) => applyPrice(event.target)}
        // Normalised before the form is submitted with it.
        onKeyDown={(event) => event.key === "Enter" && normalise(event.currentTarget)}
        className={`${inputClassName} text-base`}
      />
    </label>
  );
}
