// Search, kind and order of the products in one line of plain controls, size, price and stock behind a fold; a form that works
// before the scripts have come.

import { type FormEvent, lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { usePublicRead } from "@/data/publicRead";
import { productCategories } from "@/data/queries";
import type { Product } from "@/data/tables";
import { translated } from "@/lib/translated";
import { useLanguage, useMessages } from "@/messages";
import { inputLook } from "@/ui/inputLook";
import { useNavigate } from "@/ui/router";
import type { FilterFieldsProps } from "./FilterFields";
import { activeFilterCount, type ProductFilters, priceIn, productsPath, type Sort, sorts } from "./filters";
import { Select } from "./Select";

const FilterFields = lazy(() => import("./FilterFields"));

type Category = Pick<Product, "category" | "translations">;

// Typing goes on for about as long between two letters.
const PAUSE_MS = 300;

export function ProductFilter({ filters }: { filters: ProductFilters }) {
  const p = useMessages().catalogue;
  const { language } = useLanguage();
  const navigate = useNavigate();
  const { data: categories } = usePublicRead(productCategories);
  const go = (change: Partial<ProductFilters>, replace = false) =>
    navigate(productsPath({ ...filters, ...change }), { replace });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    // A fold that was never opened has no prices to say.
    const price = (name: "min" | "max") => priceIn(String(typed.get(name) ?? filters[name]));
    go({ q: String(typed.get("q")), min: price("min"), max: price("max") }, true);
  };
  if (!categories?.length) return null;
  return (
    <search>
      <form
        action="/products"
        onSubmit={submit}
        className="mb-8 grid grid-cols-[minmax(0,1fr)_auto_auto] gap-2 sm:mb-12 sm:gap-3"
      >
        <Words words={filters.q} onWords={(q) => go({ q }, true)} />
        <Select name="category" label={p.category} value={filters.category} onValue={(category) => go({ category })}>
          <option value="">{p.allCategories}</option>
          {known(categories, filters).map((one) => (
            <option key={one.category} value={one.category}>
              {translated(one, "category", language)}
            </option>
          ))}
        </Select>
        <Select name="sort" label={p.order} value={filters.sort} onValue={(sort) => go({ sort: sort as Sort })}>
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {p.orders[sort]}
            </option>
          ))}
        </Select>
        <Filters filters={filters} go={go} />
      </form>
    </search>
  );
}

/** Open where the address that was arrived at says one of them. */
function Filters({ filters, go }: FilterFieldsProps) {
  const p = useMessages().catalogue;
  const count = activeFilterCount(filters);
  const [isOpen, setOpen] = useState(count > 0);
  return (
    <details open={isOpen} onToggle={(event) => event.currentTarget.open && setOpen(true)} className="col-span-full">
      <summary className="w-fit py-2.5 font-semibold text-accent-text">{p.filters(count)}</summary>
      {isOpen && (
        <Suspense>
          <FilterFields filters={filters} go={go} />
        </Suspense>
      )}
    </details>
  );
}

/** A kind that an old link names and no product has stays to be seen, and to be left. */
function known(categories: readonly Category[], { category }: ProductFilters): readonly Category[] {
  const isKnown = !category || categories.some((one) => one.category === category);
  return isKnown ? categories : [{ category, translations: {} }, ...categories];
}

/** What is typed counts after a pause, and at once by Enter. */
function Words({ words, onWords }: { words: string; onWords: (words: string) => void }) {
  const p = useMessages().catalogue;
  const [typed, setTyped] = useState(words);
  const [inAddress, setInAddress] = useState(words);
  // The address was changed by something else, such as the way back.
  if (words !== inAddress) {
    setInAddress(words);
    setTyped(words);
  }
  const take = useEffectEvent(() => onWords(typed.trim()));
  useEffect(() => {
    if (typed.trim() === words) return;
    const pause = setTimeout(take, PAUSE_MS);
    return () => clearTimeout(pause);
  }, [typed, words]);
  return (
    <input
      type="search"
      name="q"
      aria-label={p.search}
      placeholder={p.search}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      enterKeyHint="search"
      className={`${inputLook} text-ellipsis`}
    />
  );
}
