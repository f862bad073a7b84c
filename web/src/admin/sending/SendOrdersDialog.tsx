// Ships orders: courier and tracking number per order. Pasting several lines fills the following fields.

import { useQuery } from "@tanstack/react-query";
import { type ClipboardEvent, useId, useState } from "react";
import { fetchDeliveryMethods } from "@/data/deliveries";
import { fetchOrderPeople } from "@/data/orderPeople";
import { fetchParcels, sendOrders } from "@/data/parcels";
import { fetchRefunds } from "@/data/refunds";
import type { ParcelEntry, Transaction } from "@/data/tables";
import { isPickup } from "@/entities/deliveryMethod";
import { formatOrderNumber } from "@/entities/formatOrderNumber";
import { useFormSubmission } from "@/entities/useSubmission";
import { formatRupiah } from "@/lib/money";
import { useMessages } from "@/messages";
import { useAdminMessages } from "@/messages/admin";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { ErrorList } from "@/ui/ErrorList";
import { Field } from "@/ui/Field";
import { FieldErrorsContext } from "@/ui/fieldErrors";
import { Skeleton } from "@/ui/Skeleton";
import { useToast } from "@/ui/Toast";
import { getRowsQueryKey, useReloadTable } from "../kit/useRows";
import { LoadErrorNotice } from "../LoadErrorNotice";
import { UndoSendingButton } from "./UndoSendingButton";

interface SendDialogProps {
  title: string;
  orders: readonly Transaction[];
  open: boolean;
  onClose: () => void;
}

export function SendOrdersDialog({ title, orders, open, onClose }: SendDialogProps) {
  const m = useMessages();
  return (
    <Dialog open={open} title={title} closeLabel={m.common.close} onClose={onClose} closedBy="closerequest">
      {open && <Parcels orders={orders} onClose={onClose} />}
    </Dialog>
  );
}

function Parcels({ orders, onClose }: Pick<SendDialogProps, "orders" | "onClose">) {
  const { sending: words } = useAdminMessages();
  const toSend = orders.filter((order) => order.status === "Accepted" && (orders.length === 1 || !isPickup(order)));
  const { data, error, refetch } = useQuery({
    queryKey: [...getRowsQueryKey("transactions"), "parcels", toSend.map(({ uuid }) => uuid)],
    queryFn: () => loadParcels(toSend),
    gcTime: 0,
  });
  if (error && !data) return <LoadErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-40 w-full" />;
  return (
    <>
      {toSend.length < orders.length && <p className="mb-4">{words.leftOut(orders.length - toSend.length)}</p>}
      {toSend.length > 0 && <ParcelsForm orders={toSend} data={data} onClose={onClose} />}
    </>
  );
}

async function loadParcels(orders: readonly Transaction[]) {
  const uuids = orders.map(({ uuid }) => uuid);
  const [parcels, people, refunds, methods] = await Promise.all([
    fetchParcels(uuids),
    fetchOrderPeople(orders),
    fetchRefunds("transactions", uuids),
    fetchDeliveryMethods(),
  ]);
  return {
    parcels,
    people,
    refunds,
    couriers: methods.filter(({ kind }) => kind === "courier").map(({ name }) => name),
  };
}

type ParcelsFormProps = Pick<SendDialogProps, "orders" | "onClose"> & { data: Awaited<ReturnType<typeof loadParcels>> };

function ParcelsForm({ orders, data, onClose }: ParcelsFormProps) {
  const { sending: words } = useAdminMessages();
  // Not updated by refetches: saving must be compared with what was displayed.
  const [shown] = useState(data);
  const { parcels, couriers } = shown;
  const toast = useToast();
  const reload = useReloadTable("transactions");
  const list = useId();
  const [only] = orders.length === 1 ? orders : [];
  const isChange = orders.every(({ uuid }) => parcels.get(uuid)?.sent_at);
  const [linesTooMany, setLinesTooMany] = useState(0);
  const { busy, errors, invalid, onSubmit, recheck } = useFormSubmission<ParcelEntry[]>({
    check: (entered) => {
      const entries = orders.map(({ uuid }) => ({
        order_uuid: uuid,
        courier: fieldText(entered, `courier ${uuid}`),
        tracking_number: fieldText(entered, `number ${uuid}`) || null,
        ...(parcels.get(uuid)?.sent_at && { was: parcels.get(uuid)?.tracking_number ?? null }),
      }));
      const missing = entries
        .filter(({ courier }) => !courier)
        .map(({ order_uuid }) => [`courier ${order_uuid}`, words.courierMissing] as const);
      return missing.length > 0 ? { errors: [words.courierMissing], invalid: new Map(missing) } : { values: entries };
    },
    act: sendOrders,
    onDone: () => {
      toast(words.sent(orders.length));
      reload();
    },
    leave: onClose,
  });
  return (
    <form noValidate onSubmit={onSubmit} onInput={(event) => recheck(event.currentTarget)} aria-busy={busy}>
      <ErrorList errors={errors} />
      <p className="mb-4 text-muted">{words.hint(orders.length)}</p>
      <p role="status" className="mb-4 text-rejected empty:mb-0">
        {linesTooMany > 0 && words.pastedTooMany(linesTooMany)}
      </p>
      <datalist id={list}>
        {couriers.map((courier) => (
          <option key={courier} value={courier} />
        ))}
      </datalist>
      <FieldErrorsContext value={invalid}>
        <ul className="flex flex-col gap-6">
          {orders.map((order) => (
            <li key={order.uuid}>
              <ParcelFields
                order={order}
                data={shown}
                list={list}
                onPaste={(event) => setLinesTooMany(distributeLines(event))}
              />
            </li>
          ))}
        </ul>
      </FieldErrorsContext>
      <Button type="submit" disabled={busy} className="mt-6">
        {busy ? words.busy : (isChange ? words.saveChanges : words.send)(orders.length)}
      </Button>
      {isChange && only && (
        <UndoSendingButton
          order={only.uuid}
          was={parcels.get(only.uuid)?.tracking_number ?? null}
          disabled={busy}
          onUndone={onClose}
        />
      )}
    </form>
  );
}

interface ParcelFieldsProps {
  order: Transaction;
  data: ParcelsFormProps["data"];
  /** ID of the couriers' datalist. */
  list: string;
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
}

function ParcelFields({ order, data, list, onPaste }: ParcelFieldsProps) {
  const { sending: words } = useAdminMessages();
  const { uuid } = order;
  const parcel = data.parcels.get(uuid);
  const name = data.people.deliveries.get(uuid)?.name ?? data.people.buyers.get(order.user_id)?.name;
  const refunded = data.refunds.reduce((sum, refund) => sum + (refund.record === uuid ? refund.amount : 0), 0);
  const courier = order.delivery_way?.name ?? data.couriers[0] ?? "";
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-2 font-semibold">{[formatOrderNumber(uuid), name].filter(Boolean).join(", ")}</legend>
      {isPickup(order) && <p className="sm:col-span-2">{words.pickup(order.delivery_way?.name ?? "")}</p>}
      {parcel?.sent_at && <p className="text-muted sm:col-span-2">{words.sentAlready}</p>}
      {refunded > 0 && <p className="text-rejected sm:col-span-2">{words.refunded(formatRupiah(refunded))}</p>}
      <Field
        label={words.courier}
        name={`courier ${uuid}`}
        list={list}
        maxLength={200}
        autoComplete="off"
        defaultValue={parcel?.courier ?? courier}
      />
      <Field
        label={words.number}
        name={`number ${uuid}`}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="characters"
        defaultValue={parcel?.tracking_number ?? ""}
        onPaste={onPaste}
      />
    </fieldset>
  );
}

const fieldText = (entered: FormData, name: string) => String(entered.get(name) ?? "").trim();

/** Distributes pasted lines over this and the next number fields; an empty line skips one. Returns how many are left. */
function distributeLines(event: ClipboardEvent<HTMLInputElement>): number {
  const lines = event.clipboardData
    .getData("text")
    .replace(/(\r\n|\r|\n)$/, "")
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim());
  if (lines.length < 2) return 0;
  event.preventDefault();
  const fields = event.currentTarget.form?.querySelectorAll<HTMLInputElement>('input[name^="number "]') ?? [];
  const inputs = [...fields];
  const start = inputs.indexOf(event.currentTarget);
  for (const [offset, line] of lines.entries()) {
    const input = inputs[start + offset];
    if (input && line) input.value = line.slice(0, input.maxLength);
  }
  return lines.slice(inputs.length - start).filter(Boolean).length;
}
