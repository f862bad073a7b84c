// A cart line: checkbox, product, price, quantity.

import { useEffect, useId, useRef } from "react";
import { type CartLine, MAX_QUANTITY_PER_LINE } from "@/data/cart";
import { formatAvailabilityProblem, type LineAvailability } from "@/entities/availability";
import { changeLineSize, type PriceChange, setLineChecked, setLineQuantity } from "@/entities/cart";
import { productPath } from "@/entities/productPath";
import { formatRupiah } from "@/lib/money";
import { useMessages } from "@/messages/account";
import { Button, IconButton } from "@/ui/Button";
import { useFieldError } from "@/ui/fieldErrors";
import { LimitButton } from "@/ui/LimitButton";
import { Link } from "@/ui/Link";
import { Picture } from "@/ui/Picture";
import { QuantityInput } from "@/ui/QuantityInput";

interface CartRowProps {
  line: CartLine;
  priceChange?: PriceChange | undefined;
  availability: LineAvailability;
  /** True for a line that was just restored. */
  takesFocus: boolean;
  onRemove: () => void;
}

export function CartRow({ line, priceChange, availability, takesFocus, onRemove }: CartRowProps) {
  const m = useMessages();
  const name = m.cart.sized(line.heading, line.size);
  const checkError = useFieldError("lines");
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (takesFocus) row.current?.querySelector<HTMLElement>(":enabled")?.focus();
  }, [takesFocus]);
  return (
    <li
      ref={row}
      className="grid grid-cols-[auto_min(8rem,35vw)_1fr] grid-rows-[auto_1fr] items-start gap-x-3 gap-y-3 border-line border-b py-6 sm:gap-x-5"
    >
      <input
        type="checkbox"
        checked={line.checked && !availability.problem}
        disabled={availability.problem !== null}
        onChange={(event) => setLineChecked(line, event.target.checked)}
        aria-label={m.cart.buy(name)}
        aria-invalid={checkError && !availability.problem ? true : undefined}
        className="mt-1 size-6 accent-accent"
      />
      <Picture
        url={line.image.url}
        alt={m.common.picture(line.heading)}
        sizes="128px"
        width={128}
        height={128}
        className="size-[min(8rem,35vw)] sm:row-span-2"
      />
      <div className="min-w-0">
        <p className="eyebrow text-muted">{line.category}</p>
        <h2 className="mt-1 text-[1.375rem] leading-tight sm:text-[1.625rem]">
          {availability.problem === "gone" ? (
            line.heading
          ) : (
            <Link to={productPath(line)} className="underline-offset-4 hover:underline">
              {line.heading}
            </Link>
          )}
        </h2>
        <p className="mt-1 font-semibold tabular-nums">{formatRupiah(line.price)}</p>
        <Size line={line} sizes={availability.sizes} />
        <Notes line={line} priceChange={priceChange} availability={availability} />
      </div>
      <div className="col-span-2 col-start-2 flex flex-wrap items-center gap-x-4 gap-y-2 sm:col-span-1 sm:col-start-3">
        <Quantity line={line} left={availability.left} onRemove={onRemove} />
        <Button look="quiet" onClick={onRemove} aria-label={m.cart.deleteLine(name)}>
          {m.cart.delete}
        </Button>
      </div>
    </li>
  );
}

/** A select if the shop offers more than one size. */
function Size({ line, sizes }: { line: CartLine; sizes: LineAvailability["sizes"] }) {
  const m = useMessages();
  const id = useId();
  if (sizes.length === 0) return line.size && <p className="mt-1">{`${m.cart.size}: ${line.size}`}</p>;
  const isOffered = sizes.some(({ size }) => size === line.size);
  return (
    <p className="mt-2 flex items-center gap-2">
      <label htmlFor={id}>{m.cart.size}</label>
      <select
        id={id}
        value={isOffered ? line.size : ""}
        onChange={(event) => changeLineSize(line, event.target.value)}
        className="min-h-11 rounded-soft border border-edge bg-paper px-2"
      >
        {!isOffered && (
          <option value="" disabled>
            {m.cart.chooseSize}
          </option>
        )}
        {sizes.map(({ size, stock }) => (
          <option key={size} value={size} disabled={stock === 0 && size !== line.size}>
            {size}
          </option>
        ))}
      </select>
    </p>
  );
}

function Notes({ line, priceChange, availability }: Pick<CartRowProps, "line" | "priceChange" | "availability">) {
  const m = useMessages();
  const problem = formatAvailabilityProblem(line, availability, m);
  const { left } = availability;
  return (
    <div role="status" className="text-caption text-processed">
      {priceChange && priceChange.now === line.price && (
        <p>
          {m.cart.priceChanged(line.heading, formatRupiah(priceChange.now))}{" "}
          <s className="whitespace-nowrap text-muted">{formatRupiah(priceChange.before)}</s>
        </p>
      )}
      {problem && <p>{problem}</p>}
      {availability.problem === "tooMany" && Boolean(left) && (
        <Button look="quiet" onClick={() => setLineQuantity(line, Number(left))}>
          {m.cart.takeLeft(Number(left))}
        </Button>
      )}
    </div>
  );
}

/** While the input is invalid, the line keeps its last quantity. */
function Quantity({ line, left, onRemove }: Pick<CartRowProps, "line" | "onRemove"> & { left: number | null }) {
  const m = useMessages();
  const name = m.cart.sized(line.heading, line.size);
  const max = Math.min(left ?? MAX_QUANTITY_PER_LINE, MAX_QUANTITY_PER_LINE);
  const changeQuantity = (quantity: number) => {
    if (quantity === 0) onRemove();
    else if (quantity) setLineQuantity(line, quantity);
  };
  return (
    <div className="relative flex items-center rounded-soft border border-edge">
      <IconButton
        icon="minus"
        label={m.cart.fewer(name)}
        onClick={() => changeQuantity(line.quantity_to_buy - 1)}
        className="rounded-none hover:bg-tint"
      />
      <QuantityInput
        quantity={line.quantity_to_buy}
        max={max}
        unclear={m.cart.quantityUnclear}
        unclearClassName="absolute top-full left-0 mt-1 whitespace-nowrap leading-none"
        onQuantity={changeQuantity}
        aria-label={m.cart.quantity(name)}
        className="h-11 w-14 bg-transparent text-center tabular-nums"
      />
      <LimitButton
        icon="plus"
        label={m.cart.more(name)}
        onClick={() => changeQuantity(line.quantity_to_buy + 1)}
        disabled={line.quantity_to_buy >= max}
        className="rounded-none hover:bg-tint"
      />
    </div>
  );
}
