// Orders as receipts or packing slips, one per sheet.

import { fetchOrderPeople } from "@/data/orderPeople";
import { fetchParcels } from "@/data/parcels";
import { fetchPayments } from "@/data/payments";
import { fetchRefunds } from "@/data/refunds";
import type { Transaction } from "@/data/tables";
import { Receipt } from "@/entities/Receipt";
import { usePrintMessages } from "@/messages/print";
import type { TableDefinition } from "../kit/resource";
import { MarkPackedButton } from "../sending/MarkPackedButton";
import { PackingSlip } from "./PackingSlip";
import { PrintPage } from "./PrintPage";
import { usePrintedRows, useRequestedPrint } from "./printAddress";

export default function PrintedOrders({ facts }: { facts: TableDefinition<"transactions"> }) {
  const words = usePrintMessages();
  const isSlip = useRequestedPrint() === "slips";
  const Sheet = isSlip ? PackingSlip : Receipt;
  const query = usePrintedRows(facts, isSlip ? loadUnpacked : loadDocuments);
  return (
    <PrintPage title={isSlip ? words.slip : words.receipt} query={query}>
      {({ orders, people, payments, refunds }) =>
        orders.length === 0 ? (
          <p>{words.nothing}</p>
        ) : (
          <>
            {isSlip && <MarkPackedButton orders={orders.map(({ uuid }) => uuid)} />}
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

/** Only paid orders that are not packed yet; a single slip can be reprinted. */
async function loadUnpacked(orders: readonly Transaction[]) {
  const paid = orders.filter(({ status }) => status === "Accepted");
  const packed = await fetchParcels(paid.map(({ uuid }) => uuid));
  return loadDocuments(orders.length === 1 ? paid : paid.filter(({ uuid }) => !packed.has(uuid)));
}

async function loadDocuments(orders: readonly Transaction[]) {
  const uuids = orders.map(({ uuid }) => uuid);
  const [people, payments, refunds] = await Promise.all([
    fetchOrderPeople(orders),
    fetchPayments("transactions", uuids),
    fetchRefunds("transactions", uuids),
  ]);
  return { orders, people, payments, refunds };
}
