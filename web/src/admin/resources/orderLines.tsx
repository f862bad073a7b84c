// The lines of an order: as text in tables, and with editable quantities.

import { useId } from "react";
import { getLineKey, MAX_QUANTITY_PER_LINE } from "@/data/cart";
import type { OrderDeliveryMethod, OrderedLine } from "@/data/tables";
import { clampQuantity } from "@/entities/addingToCart";
import { getOrderTotal } from "@/entities/cart";
import { formatTitleWithSize } from "@/entities/orderedLine";
import { formatRupiah } from "@/lib/money";
import { useMessages } from "@/messages/account";
import { useAdminMessages } from "@/messages/admin";
import { classNames } from "@/ui/classNames";
import { inputClassName } from "@/ui/Field";
import { QuantityInput } from "@/ui/QuantityInput";
import { useFieldNote } from "@/ui/useFieldNote";
import { useField } from "../kit/formState";

/** Each row has its labels for screen readers; they are visible only above the first. */
export function OrderLines({
  lines,
  deliveryMethod,
}: {
  lines: readonly OrderedLine[];
  deliveryMethod?: OrderDeliveryMethod | null;
}) {
  const a = useAdminMessages();
  return (
    <ul aria-label={a.fields.transactions} className="grid grid-cols-[minmax(6rem,1fr)_auto_auto] gap-x-3">
      {lines.map((line, index) => (
        <li key={getLineKey(line)} className="col-span-full grid grid-cols-subgrid">
          <dl className="contents">
            <Fact name={a.transactions.product} showsLabel={index === 0}>
              {formatTitleWithSize(line)}
            </Fact>
            <Fact name={a.transactions.quantity} showsLabel={index === 0} whole>
              {a.transactions.pieces(line.quantity_to_buy)}
            </Fact>
            <Fact name={a.transactions.price} showsLabel={index === 0} whole>
              {formatRupiah(line.price)}
            </Fact>
          </dl>
        </li>
      ))}
      {deliveryMethod && (
        <li className="col-span-full flex justify-between gap-3">
          <span>{deliveryMethod.name}</span>
          <span className="whitespace-nowrap tabular-nums">{formatRupiah(deliveryMethod.fee)}</span>
        </li>
      )}
    </ul>
  );
}

function Fact({
  name,
  showsLabel,
  whole = false,
  children,
}: {
  name: string;
  showsLabel: boolean;
  whole?: boolean;
  children: string;
}) {
  return (
    <div>
      <dt className={showsLabel ? "whitespace-nowrap text-caption text-muted" : "sr-only"}>{name}</dt>
      <dd className={classNames("tabular-nums", whole && "whitespace-nowrap")}>{children}</dd>
    </div>
  );
}

interface OrderLinesFieldProps {
  lines: readonly OrderedLine[];
  onLines: (lines: readonly OrderedLine[]) => void;
}

/** Quantity 0 removes a line, as in the cart. The list is submitted as one hidden JSON value. */
export function OrderLinesField({ lines, onLines }: OrderLinesFieldProps) {
  const a = useAdminMessages();
  const { busy } = useField("transactions");
  const { control, note } = useFieldNote({ id: useId(), name: "transactions" });
  const remaining = lines.filter((line) => line.quantity_to_buy !== 0);
  const setQuantity = (changed: OrderedLine, quantity_to_buy: number) =>
    onLines(lines.map((line) => (line === changed ? { ...line, quantity_to_buy } : line)));
  return (
    <fieldset {...control} disabled={busy}>
      <legend className="pb-1.5 font-semibold">{a.fields.transactions}</legend>
      <input type="hidden" name="transactions" value={remaining.length > 0 ? JSON.stringify(remaining) : ""} />
      <ul className="border-line border-t">
        {lines.map((line) => (
          <li
            key={getLineKey(line)}
            className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1 border-line border-b py-2 sm:grid-cols-[1fr_auto_8rem]"
          >
            <span className="max-sm:col-span-full">{formatTitleWithSize(line)}</span>
            <Quantity line={line} onQuantity={(quantity) => setQuantity(line, quantity)} />
            <span className="whitespace-nowrap text-right tabular-nums">{formatRupiah(line.price)}</span>
          </li>
        ))}
      </ul>
      {note}
    </fieldset>
  );
}

/** The total of the lines with a valid quantity, plus delivery. */
export function OrderTotal({
  lines,
  method,
}: Pick<OrderLinesFieldProps, "lines"> & { method: OrderDeliveryMethod | null }) {
  const a = useAdminMessages();
  const valid = lines.filter((line) => line.quantity_to_buy > 0);
  return (
    <p className="flex flex-col">
      <span className="text-muted">{a.transactions.total}</span>
      <output className="font-semibold text-xl tabular-nums">
        {formatRupiah(getOrderTotal({ transactions: valid, delivery_way: method }))}
      </output>
      {method && <span className="text-muted">{`${method.name}: ${formatRupiah(method.fee)}`}</span>}
    </p>
  );
}

function Quantity({ line, onQuantity }: { line: OrderedLine; onQuantity: (quantity: number) => void }) {
  const m = useMessages();
  const a = useAdminMessages();
  return (
    <span className="flex flex-wrap items-center gap-2">
      <QuantityInput
        quantity={line.quantity_to_buy}
        max={MAX_QUANTITY_PER_LINE}
        unclear={m.cart.quantityUnclear}
        unclearClassName="order-last basis-full"
        aria-label={a.transactions.quantityOf(formatTitleWithSize(line))}
        onQuantity={(quantity) => onQuantity(Number.isNaN(quantity) ? quantity : clampQuantity(quantity))}
        className={`${inputClassName} w-20! text-right`}
      />
      <span aria-hidden="true">{a.transactions.unit}</span>
    </span>
  );
}
