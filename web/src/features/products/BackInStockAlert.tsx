// "Tell me when it is back": once, by mail or on a device. A visitor signs in first, and is told then.

import { savedProductsStore } from "@/data/savedProducts";
import { isSignedIn, roleOf, useSession } from "@/data/session";
import type { Product } from "@/data/tables";
import { isSizeSoldOut, isSoldOut, sizesToChoose } from "@/entities/productSizes";
import { saveProduct } from "@/entities/savedProducts";
import { useLocalStore } from "@/lib/localStore";
import { useMessages } from "@/messages";
import { useShoppingMessages } from "@/messages/shopping";
import { Button } from "@/ui/Button";
import { useLocation, useNavigate } from "@/ui/router";
import { useToast } from "@/ui/Toast";

export function BackInStockAlert({ product }: { product: Product }) {
  const { back } = useShoppingMessages();
  const tell = useTelling(product.uuid);
  const awaited = useLocalStore(savedProductsStore).find((one) => one.product === product.uuid)?.awaits ?? null;
  const role = roleOf(useSession());
  if (role === "admin" || role === "leadership") return null;
  const gone = isSoldOut(product)
    ? [""]
    : sizesToChoose(product)
        .filter(isSizeSoldOut)
        .map(({ size }) => size);
  return (
    <div className="flex flex-wrap gap-2">
      {gone.map((size) =>
        size === awaited ? (
          <p key={size} role="status" className="py-2.5">
            {back.promised(size)}
          </p>
        ) : (
          <Button key={size} look="outline" onClick={() => tell(size)}>
            {back.tell(size)}
          </Button>
        ),
      )}
    </div>
  );
}

function useTelling(uuid: string): (size: string) => Promise<void> {
  const { failures } = useMessages();
  const session = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const toast = useToast();
  return async (size) => {
    try {
      await saveProduct(uuid, size);
    } catch (failure) {
      console.error(failure);
      toast(failures.unexpected);
    }
    // Handed over once the person is known.
    if (!isSignedIn(session)) navigate("/sign-in", { state: { from: pathname } });
  };
}
