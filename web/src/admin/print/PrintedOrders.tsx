// Orders as receipts or as packing slips, a sheet each.

import { orderPeopleOf } from "@/data/orderPeople";
import { Receipt } from "@/entities/Receipt";
import { usePrintMessages } from "@/messages/print";
import type { TableFacts } from "../kit/resource";
import { PackingSlip } from "./PackingSlip";
import { PrintPage } from "./PrintPage";
import { usePrintedRows, useRequestedPrint } from "./printAddress";

export default function PrintedOrders({ facts }: { facts: TableFacts<"transactions"> }) {
  const p = usePrintMessages();
  const isSlip = useRequestedPrint() === "slips";
  const Sheet = isSlip ? PackingSlip : Receipt;
  const found = usePrintedRows(facts, async (orders) => ({ orders, people: await orderPeopleOf(orders) }));
  return (
    <PrintPage title={isSlip ? p.slip : p.receipt} found={found}>
      {({ orders, people }) =>
        orders.map((order) => {
          const buyer = people.buyers.get(order.user_id);
          return (
            <Sheet
              key={order.uuid}
              order={order}
              delivery={people.deliveries.get(order.uuid)}
              buyer={buyer?.name || buyer?.email}
            />
          );
        })
      }
    </PrintPage>
  );
}
