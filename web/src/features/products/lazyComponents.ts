// Lazy components of the product page.
import { lazyComponent } from "@/lib/lazyWithPreload";

export const loadComponents = () => import("./onDemand");

export const DeliveryFacts = lazyComponent(async () => ({ default: (await loadComponents()).DeliveryFacts }));
export const ProductNotFound = lazyComponent(async () => ({ default: (await loadComponents()).ProductNotFound }));
export const SizeChart = lazyComponent(async () => ({ default: (await loadComponents()).SizeChart }));
export const BackInStockAlert = lazyComponent(async () => ({ default: (await loadComponents()).BackInStockAlert }));
