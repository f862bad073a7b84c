// Orders as receipts or as packing slips, a sheet each.

import { orderPeopleOf } from "@/data/orderPeople";
import { Receipt } from "@/entities/Receipt";
import { usePrintMessages } from "@/messages/print";
import type { TableFacts } from "../kit/resource";
import { PackingSlip } from "./PackingSlip";
import { PaperPage } from "./PaperPage";
import { useRowsOnPaper, useWantedPaper } from "./paper";

export default function OrdersOnPaper({ facts }: { facts: TableFacts<"transactions"> }) {
  const p = usePrintMessages();
  const isSlip = useWantedPaper() === "slips";
  const Sheet = isSlip ? PackingSlip : Receipt;
  const found = useRowsOnPaper(facts, async (orders) => ({ orders, people: await orderPeopleOf(orders) }));
  return (
    <PaperPage title={isSlip ? p.slip : p.receipt} found={found}>
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
    </PaperPage>
  );
}
