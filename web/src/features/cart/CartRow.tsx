// One line of the cart: chosen or not, what it is, what it costs, how many.

import { useEffect, useRef } from "react";
import { type CartLine, MOST_PER_LINE } from "@/data/cart";
import { check, type MovedPrice, setQuantity } from "@/entities/cart";
import { rupiah } from "@/lib/money";
import { useMessages } from "@/messages/own";
import { Button, IconButton } from "@/ui/Button";
import { Picture } from "@/ui/Picture";
import { QuantityInput } from "@/ui/QuantityInput";

export interface CartRowProps {
  line: CartLine;
  moved?: MovedPrice | undefined;
  gone: boolean;
  /** For a line that has just come back. */
  takesFocus: boolean;
  onTakeOut: () => void;
}

export function CartRow({ line, moved, gone, takesFocus, onTakeOut }: CartRowProps) {
  const m = useMessages();
  const tick = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) tick.current?.focus();
  }, [takesFocus]);
  return (
    <li className="grid grid-cols-[auto_8rem_1fr] grid-rows-[auto_1fr] items-start gap-x-3 gap-y-3 border-line border-b py-6 sm:gap-x-5">
      <input
        ref={tick}
        type="checkbox"
        checked={line.checked}
        onChange={(event) => check(line, event.target.checked)}
        aria-label={m.cart.buy(line.heading)}
        className="mt-1 size-6 accent-accent"
      />
      <Picture
        url={line.image.url}
        alt={m.common.picture(line.heading)}
        sizes="128px"
        width={128}
        height={128}
        className="size-32 sm:row-span-2"
      />
      <div className="min-w-0">
        <p className="eyebrow text-muted">{line.category}</p>
        <h2 className="mt-1 text-[1.375rem] leading-tight sm:text-[1.625rem]">{line.heading}</h2>
        <p className="mt-1 font-semibold tabular-nums">{rupiah(line.price)}</p>
        <Notes line={line} moved={moved} gone={gone} />
      </div>
      <div className="col-span-2 col-start-2 flex flex-wrap items-center gap-x-4 gap-y-2 sm:col-span-1 sm:col-start-3">
        <Quantity line={line} onTakeOut={onTakeOut} />
        <Button look="quiet" onClick={onTakeOut} aria-label={m.cart.deleteLine(line.heading)}>
          {m.cart.delete}
        </Button>
      </div>
    </li>
  );
}

function Notes({ line, moved, gone }: Pick<CartRowProps, "line" | "moved" | "gone">) {
  const m = useMessages();
  return (
    <div role="status" className="text-caption text-processed">
      {moved && moved.now === line.price && (
        <p>
          {m.cart.priceChanged(line.heading, rupiah(moved.now))}{" "}
          <s className="whitespace-nowrap text-muted">{rupiah(moved.before)}</s>
        </p>
      )}
      {gone && <p>{m.cart.noLongerSold(line.heading)}</p>}
    </div>
  );
}

/** While the field holds no number, the line keeps its last quantity. */
function Quantity({ line, onTakeOut }: Pick<CartRowProps, "line" | "onTakeOut">) {
  const m = useMessages();
  const take = (quantity: number) => {
    if (quantity === 0) onTakeOut();
    else if (quantity) setQuantity(line, quantity);
  };
  return (
    <div className="relative flex items-center rounded-soft border border-edge">
      <IconButton
        icon="minus"
        label={m.cart.fewer(line.heading)}
        onClick={() => take(line.quantity_to_buy - 1)}
        className="rounded-none hover:bg-tint"
      />
      <QuantityInput
        quantity={line.quantity_to_buy}
        most={MOST_PER_LINE}
        unclear={m.cart.quantityUnclear}
        unclearClassName="absolute top-full left-0 mt-1 whitespace-nowrap leading-none"
        onQuantity={take}
        aria-label={m.cart.quantity(line.heading)}
        className="h-11 w-14 bg-transparent text-center tabular-nums"
      />
      <IconButton
        icon="plus"
        label={m.cart.more(line.heading)}
        onClick={() => take(line.quantity_to_buy + 1)}
        disabled={line.quantity_to_buy >= MOST_PER_LINE}
        className="rounded-none hover:bg-tint"
      />
    </div>
  );
}
