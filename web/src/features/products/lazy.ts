// What a product's page loads when somebody asks for more, in one file.

export { BackInStockAlert } from "./BackInStockAlert";
export { DeliveryFacts } from "./DeliveryFacts";
export { ProductNotFound } from "./ProductNotFound";
export { SizeChart } from "./SizeChart";
export { toggleSaved } from "./toggleSaved";
