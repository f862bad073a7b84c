// Subscribes to a back-in-stock notification by email or push. Visitors sign in first.

import { Suspense } from "react";
import { savedProductsStore } from "@/data/savedProducts";
import { isCustomer, isSignedIn, useSession } from "@/data/session";
import type { Product } from "@/data/tables";
import { getSelectableSizes, isSizeSoldOut, isSoldOut } from "@/entities/productSizes";
import { saveProduct } from "@/entities/savedProducts";
import { lazyComponent } from "@/lib/lazyWithPreload";
import { useLocalStore } from "@/lib/localStore";
import { useMessages } from "@/messages";
import { useShoppingMessages } from "@/messages/shopping";
import { Button } from "@/ui/Button";
import { useLocation, useNavigate } from "@/ui/router";
import { useToast } from "@/ui/Toast";

const BackInStockPromise = lazyComponent(() => import("./BackInStockPromise"));

export function BackInStockAlert({ product }: { product: Product }) {
  const { back } = useShoppingMessages();
  const subscribe = useSubscribe(product.uuid);
  // Only an entry in the database is told about.
  const subscribedSize =
    useLocalStore(savedProductsStore).find((saved) => saved.product === product.uuid && saved.isKept)?.awaits ?? null;
  if (!isCustomer(useSession())) return null;
  const soldOutSizes = isSoldOut(product)
    ? [""]
    : getSelectableSizes(product)
        .filter(isSizeSoldOut)
        .map(({ size }) => size);
  return (
    <div className="flex flex-wrap gap-2">
      {soldOutSizes.map((size) =>
        size === subscribedSize ? (
          <Suspense key={size}>
            <BackInStockPromise size={size} />
          </Suspense>
        ) : (
          <Button key={size} look="outline" onClick={() => subscribe(size)}>
            {back.tell(size)}
          </Button>
        ),
      )}
    </div>
  );
}

function useSubscribe(uuid: string): (size: string) => Promise<void> {
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
      toast(failures.unexpected, { failed: true });
    }
    // Synced to the account after signing in.
    if (!isSignedIn(session)) navigate("/sign-in", { state: { from: pathname } });
  };
}
