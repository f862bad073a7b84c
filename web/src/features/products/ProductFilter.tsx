// The product filters: search, category and sort order in one row, the rest in a disclosure. A plain form, so it works
// before the scripts have loaded.

import { type FormEvent, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { usePublicRead } from "@/data/publicRead";
import { productCategoriesQuery } from "@/data/queries";
import type { Product } from "@/data/tables";
import { getTranslated } from "@/lib/getTranslated";
import { lazyComponent } from "@/lib/lazyWithPreload";
import { useLanguage, useMessages } from "@/messages";
import { inputClassName } from "@/ui/inputClassName";
import { useNavigate } from "@/ui/router";
import type { FilterFieldsProps } from "./FilterFields";
import { FilterSelect } from "./FilterSelect";
import {
  buildProductsPath,
  countActiveFilters,
  extractPriceDigits,
  PRODUCT_SORTS,
  type ProductFilters,
  type ProductSort,
} from "./productFilters";

const FilterFields = lazyComponent(() => import("./FilterFields"));

type Category = Pick<Product, "category" | "translations">;

// Roughly the pause between two keystrokes.
const DEBOUNCE_MS = 300;

export function ProductFilter({ filters }: { filters: ProductFilters }) {
  const catalogue = useMessages().catalogue;
  const { language } = useLanguage();
  const navigate = useNavigate();
  const { data: categories } = usePublicRead(productCategoriesQuery);
  const go = (change: Partial<ProductFilters>, replace = false) =>
    navigate(buildProductsPath({ ...filters, ...change }), { replace });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entries = new FormData(event.currentTarget);
    // A disclosure that was never opened has no price inputs.
    const price = (name: "min" | "max") => extractPriceDigits(String(entries.get(name) ?? filters[name]));
    go({ q: String(entries.get("q")), min: price("min"), max: price("max") }, true);
  };
  if (!categories?.length) return null;
  return (
    <search>
      <form
        action="/products"
        onSubmit={handleSubmit}
        className="mb-8 grid grid-cols-[minmax(0,1fr)_auto_auto] gap-2 sm:mb-12 sm:gap-3"
      >
        <SearchInput words={filters.q} onSearch={(q) => go({ q }, true)} />
        <FilterSelect
          name="category"
          label={catalogue.category}
          value={filters.category}
          onValue={(category) => go({ category })}
        >
          <option value="">{catalogue.allCategories}</option>
          {withSelected(categories, filters).map((option) => (
            <option key={option.category} value={option.category}>
              {getTranslated(option, "category", language)}
            </option>
          ))}
        </FilterSelect>
        <FilterSelect
          name="sort"
          label={catalogue.order}
          value={filters.sort}
          onValue={(sort) => go({ sort: sort as ProductSort })}
        >
          {PRODUCT_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {catalogue.orders[sort]}
            </option>
          ))}
        </FilterSelect>
        <Filters filters={filters} go={go} />
      </form>
    </search>
  );
}

/** Initially open if the URL has one of its filters. */
function Filters({ filters, go }: FilterFieldsProps) {
  const catalogue = useMessages().catalogue;
  const count = countActiveFilters(filters);
  const [isOpen, setOpen] = useState(count > 0);
  return (
    <details open={isOpen} onToggle={(event) => event.currentTarget.open && setOpen(true)} className="col-span-full">
      <summary className="w-fit py-2.5 font-semibold text-accent-text">{catalogue.filters(count)}</summary>
      {isOpen && (
        <Suspense>
          <FilterFields filters={filters} go={go} />
        </Suspense>
      )}
    </details>
  );
}

/** Keeps a category from the URL that no product has, so that it is shown and can be deselected. */
function withSelected(categories: readonly Category[], { category }: ProductFilters): readonly Category[] {
  const isKnown = !category || categories.some((option) => option.category === category);
  return isKnown ? categories : [{ category, translations: {} }, ...categories];
}

/** Applied after a pause in typing, or at once with Enter. */
function SearchInput({ words, onSearch }: { words: string; onSearch: (words: string) => void }) {
  const catalogue = useMessages().catalogue;
  const [text, setText] = useState(words);
  const [urlWords, setUrlWords] = useState(words);
  // The URL changed elsewhere, for example by going back.
  if (words !== urlWords) {
    setUrlWords(words);
    setText(words);
  }
  const field = useRef<HTMLInputElement>(null);
  // What was typed before the scripts had loaded.
  useEffect(() => setText(field.current?.value ?? ""), []);
  const search = useEffectEvent(() => {
    setUrlWords(text.trim());
    onSearch(text.trim());
  });
  useEffect(() => {
    if (text.trim() === words) return;
    const timer = setTimeout(search, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, words]);
  return (
    <input
      ref={field}
      type="search"
      name="q"
      aria-label={catalogue.search}
      placeholder={catalogue.search}
      value={text}
      onChange={(event) => setText(event.target.value)}
      enterKeyHint="search"
      className={`${inputClassName} text-ellipsis`}
    />
  );
}
