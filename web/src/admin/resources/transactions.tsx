// Transactions: orders can be corrected and deleted but not created, so this screen composes the kit itself.

import type { Transaction } from "@/data/tables";
import { lazyComponent } from "@/lib/lazyWithPreload";
import { useSearchParams } from "@/ui/router";
import { DeletedOrdersPage } from "../deletedOrders/DeletedOrdersPage";
import { ResourceList } from "../kit/ResourceList";
import { useOpenRecord } from "../kit/useOpenRecord";
import { OrderDialog } from "../orders/OrderDialog";
import { orderTableDefinition } from "../orders/orderTableDefinition";
import { useRequestedPrint } from "../print/printAddress";
import { createCustomScreen } from "../screen";

const PrintedOrders = lazyComponent(() => import("../print/PrintedOrders"));

export default createCustomScreen(orderTableDefinition, () => {
  const [params] = useSearchParams();
  const print = useRequestedPrint();
  if (print) return <PrintedOrders facts={orderTableDefinition} />;
  return params.has("deleted") ? <DeletedOrdersPage /> : <OrderList />;
});

function OrderList() {
  const [open, setOpen] = useOpenRecord<Transaction>("transactions");
  return (
    <>
      <ResourceList resource={orderTableDefinition} onEdit={setOpen} />
      <OrderDialog order={open} onClose={() => setOpen(null)} />
    </>
  );
}
