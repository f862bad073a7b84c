// Orders as receipts or as packing slips, a sheet each.

import { orderPeopleOf } from "@/data/orderPeople";
import { parcelsOf } from "@/data/parcels";
import { paymentsOf } from "@/data/payments";
import { refundsOf } from "@/data/refunds";
import type { Transaction } from "@/data/tables";
import { Receipt } from "@/entities/Receipt";
import { usePrintMessages } from "@/messages/print";
import type { TableFacts } from "../kit/resource";
import { PackedButton } from "../sending/PackedButton";
import { PackingSlip } from "./PackingSlip";
import { PrintPage } from "./PrintPage";
import { usePrintedRows, useRequestedPrint } from "./printAddress";

export default function PrintedOrders({ facts }: { facts: TableFacts<"transactions"> }) {
  const p = usePrintMessages();
  const isSlip = useRequestedPrint() === "slips";
  const Sheet = isSlip ? PackingSlip : Receipt;
  const found = usePrintedRows(facts, isSlip ? toPack : read);
  return (
    <PrintPage title={isSlip ? p.slip : p.receipt} found={found}>
      {({ orders, people, payments, refunds }) =>
        orders.length === 0 ? (
          <p>{p.nothing}</p>
        ) : (
          <>
            {isSlip && <PackedButton orders={orders.map(({ uuid }) => uuid)} />}
            {orders.map((order) => {
              const buyer = people.buyers.get(order.user_id);
              return (
                <Sheet
                  key={order.uuid}
                  order={order}
                  delivery={people.deliveries.get(order.uuid)}
                  payment={payments.get(order.uuid)}
                  refunds={refunds.filter(({ record }) => record === order.uuid)}
                  buyer={buyer?.name || buyer?.email}
                />
              );
            })}
          </>
        )
      }
    </PrintPage>
  );
}

/** Nothing is packed before it is paid, nor twice; a slip that is asked for by itself may be printed again. */
async function toPack(orders: readonly Transaction[]) {
  const paid = orders.filter(({ status }) => status === "Accepted");
  const packed = await parcelsOf(paid.map(({ uuid }) => uuid));
  return read(orders.length === 1 ? paid : paid.filter(({ uuid }) => !packed.has(uuid)));
}

async function read(orders: readonly Transaction[]) {
  const uuids = orders.map(({ uuid }) => uuid);
  const [people, payments, refunds] = await Promise.all([
    orderPeopleOf(orders),
    paymentsOf("transactions", uuids),
    refundsOf("transactions", uuids),
  ]);
  return { orders, people, payments, refunds };
}
