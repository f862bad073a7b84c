// The components of the product page that load on demand, in one chunk.

export { BackInStockAlert } from "./BackInStockAlert";
export { DeliveryFacts } from "./DeliveryFacts";
export { ProductNotFound } from "./ProductNotFound";
export { SizeChart } from "./SizeChart";
export { toggleSavedProduct } from "./toggleSavedProduct";
