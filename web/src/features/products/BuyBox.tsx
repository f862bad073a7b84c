// The size selection, if any, and the button to add the product to the cart.

import { Suspense, useId, useRef, useState } from "react";
import type { Product, ProductSize } from "@/data/tables";
import { useAddToCart } from "@/entities/AddToCart";
import { getLowStock, getSelectableSizes, isSizeSoldOut, isSoldOut } from "@/entities/productSizes";
import { useShop } from "@/lib/shop";
import { useIsHydrated } from "@/lib/useIsHydrated";
import { useMessages } from "@/messages";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import { Disclosure } from "./Disclosure";
import { BackInStockAlert, SizeChart } from "./lazyComponents";

export function BuyBox({ product, describedBy }: { product: Product; describedBy: string }) {
  const m = useMessages();
  const add = useAddToCart(product);
  const choice = useSizeChoice(product);
  const { texts } = useShop();
  const isHydrated = useIsHydrated();
  return (
    <div className="mt-6 flex flex-col gap-5">
      {choice.sizes.length > 0 ? (
        <div>
          <SizeChoice {...choice} />
          {texts.includes("size_chart") && (
            <Disclosure label={m.catalogue.sizeChart}>
              <SizeChart />
            </Disclosure>
          )}
        </div>
      ) : (
        <StockNote sizes={product.sizes} />
      )}
      {isSoldOut(product) && <p className="font-semibold">{m.products.soldOut}</p>}
      {/* The server renders no lazy components. */}
      {isHydrated && product.sizes.some(isSizeSoldOut) && (
        <Suspense>
          <BackInStockAlert product={product} />
        </Suspense>
      )}
      {add && !isSoldOut(product) && (
        <Button onClick={() => choice.confirm() && add(choice.chosen)} aria-describedby={describedBy}>
          <Icon name="bag" className="size-4.5 shrink-0" />
          {m.products.addToCart}
        </Button>
      )}
    </div>
  );
}

interface SizeSelection {
  sizes: readonly ProductSize[];
  chosen: string | undefined;
  choose: (size: string) => void;
  isMissing: boolean;
  /** Whether the selection is complete; otherwise shows an error and moves the focus there. */
  confirm: () => boolean;
  group: React.RefObject<HTMLFieldSetElement | null>;
}

/** A sold-out size is deselected; a single size is preselected. */
function useSizeChoice(product: Product): SizeSelection {
  const sizes = getSelectableSizes(product);
  const available = sizes.filter((size) => !isSizeSoldOut(size));
  const [selected, choose] = useState<string>();
  const [isConfirmed, setConfirmed] = useState(false);
  const group = useRef<HTMLFieldSetElement>(null);
  const only = sizes.length === 1 ? available[0]?.size : undefined;
  const chosen = available.find(({ size }) => size === selected)?.size ?? only;
  const isComplete = sizes.length === 0 || chosen !== undefined;
  const confirm = () => {
    setConfirmed(true);
    if (!isComplete) group.current?.querySelector<HTMLInputElement>("input:enabled")?.focus();
    return isComplete;
  };
  return { sizes, chosen, choose, isMissing: isConfirmed && !isComplete, confirm, group };
}

function SizeChoice({ sizes, chosen, choose, isMissing, group }: SizeSelection) {
  const words = useMessages().catalogue;
  const name = useId();
  return (
    <fieldset ref={group} aria-describedby={isMissing ? `${name}-missing` : undefined}>
      <legend className="pb-2 font-semibold">{words.size}</legend>
      <div className="flex flex-wrap gap-2">
        {sizes.map((size) => (
          <SizeOption
            key={size.size}
            name={name}
            size={size}
            checked={size.size === chosen}
            onChoose={() => choose(size.size)}
          />
        ))}
      </div>
      <p id={`${name}-missing`} role="alert" className="mt-2 text-danger empty:hidden">
        {isMissing && words.sizeMissing}
      </p>
    </fieldset>
  );
}

interface SizeOptionProps {
  name: string;
  size: ProductSize;
  checked: boolean;
  onChoose: () => void;
}

const optionLook =
  "relative flex min-h-11 min-w-14 flex-col items-center justify-center rounded-soft border border-edge px-3 py-1.5 leading-tight has-checked:border-accent-text has-checked:bg-accent has-checked:text-on-accent has-disabled:border-dashed has-disabled:text-muted has-focus-visible:outline-2 has-focus-visible:outline-accent-text has-focus-visible:outline-offset-3";

function SizeOption({ name, size, checked, onChoose }: SizeOptionProps) {
  const words = useStockWords(size);
  return (
    <label className={optionLook}>
      <input
        type="radio"
        name={name}
        value={size.size}
        checked={checked}
        disabled={isSizeSoldOut(size)}
        onChange={onChoose}
        className="absolute inset-0 cursor-pointer appearance-none disabled:cursor-not-allowed outline-none"
      />
      <span className="font-semibold">{size.size}</span>
      {words && <span className="text-caption">{words}</span>}
    </label>
  );
}

/** For products with counted stock in a single size. */
function StockNote({ sizes }: Pick<Product, "sizes">) {
  const [size] = sizes;
  const words = useStockWords(size ?? { size: "", stock: null });
  return size && !isSizeSoldOut(size) && words && <p className="text-muted first-letter:uppercase">{words}</p>;
}

function useStockWords(size: ProductSize): string {
  const m = useMessages();
  const { catalogue } = m;
  const few = getLowStock(size);
  if (isSizeSoldOut(size)) return m.products.soldOut;
  return few === null ? "" : catalogue.left(few);
}
