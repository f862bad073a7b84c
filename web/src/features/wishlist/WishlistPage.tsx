// The wishlist, newest first.

import { useEffect } from "react";
import { usePublicRead } from "@/data/publicRead";
import { productsByUuidQuery } from "@/data/queries";
import { savedProductsStore } from "@/data/savedProducts";
import { isSignedIn, useSession } from "@/data/session";
import { ProductCard, productGridClassName } from "@/entities/ProductCard";
import { syncSavedProducts, unsaveProduct } from "@/entities/savedProducts";
import { getTranslated } from "@/lib/getTranslated";
import { useLocalStore } from "@/lib/localStore";
import { useMessages } from "@/messages";
import { useShoppingMessages } from "@/messages/shopping";
import { buttonClassName, IconButton } from "@/ui/Button";
import { usePageTitle } from "@/ui/documentTitle";
import { Link } from "@/ui/Link";
import { PageTitle } from "@/ui/PageTitle";
import { useToast } from "@/ui/Toast";

export default function WishlistPage() {
  const pageTitle = usePageTitle();
  const { wishlist } = useShoppingMessages();
  const session = useSession();
  const saved = useLocalStore(savedProductsStore).map(({ product }) => product);
  useEffect(() => void syncSavedProducts().catch(console.error), []);
  return (
    <div className="measure">
      <PageTitle>{pageTitle}</PageTitle>
      {saved.length > 0 && !isSignedIn(session) && <p className="mb-6 text-muted">{wishlist.hereOnly}</p>}
      {saved.length > 0 ? <SavedProducts saved={saved} /> : <Empty>{wishlist.empty}</Empty>}
    </div>
  );
}

/** Products that are no longer sold are hidden, but stay on the list. */
function SavedProducts({ saved }: { saved: readonly string[] }) {
  const { wishlist } = useShoppingMessages();
  const { failures, language } = useMessages();
  const toast = useToast();
  const { data } = usePublicRead(productsByUuidQuery(saved));
  const shown = saved.flatMap((uuid) => data?.find((product) => product.uuid === uuid) ?? []);
  if (data && shown.length === 0) return <Empty>{wishlist.noneSold}</Empty>;
  const remove = (uuid: string) =>
    unsaveProduct(uuid).catch((failure) => {
      console.error(failure);
      toast(failures.unexpected, { failed: true });
    });
  return (
    <ul className={productGridClassName}>
      {shown.map((product, index) => (
        <li key={product.uuid} className="relative">
          <ProductCard product={product} first={index === 0} Heading="h2" />
          <IconButton
            icon="close"
            label={wishlist.remove(getTranslated(product, "heading", language))}
            onClick={() => remove(product.uuid)}
            className="absolute top-2 right-2 bg-paper/90"
          />
        </li>
      ))}
    </ul>
  );
}

function Empty({ children }: { children: string }) {
  const { wishlist } = useShoppingMessages();
  return (
    <>
      <p className="text-lg">{children}</p>
      <p className="mt-2 mb-6 text-muted">{wishlist.hint}</p>
      <Link to="/products" className={buttonClassName("outline")}>
        {wishlist.browse}
      </Link>
    </>
  );
}
