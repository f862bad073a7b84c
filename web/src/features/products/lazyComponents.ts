// Lazy components of the product page.
import { lazy } from "react";

export const loadComponents = () => import("./onDemand");

export const DeliveryFacts = lazy(async () => ({ default: (await loadComponents()).DeliveryFacts }));
export const ProductNotFound = lazy(async () => ({ default: (await loadComponents()).ProductNotFound }));
export const SizeChart = lazy(async () => ({ default: (await loadComponents()).SizeChart }));
export const BackInStockAlert = lazy(async () => ({ default: (await loadComponents()).BackInStockAlert }));
