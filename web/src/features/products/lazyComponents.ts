// The parts of a product's page that come when somebody asks for more.
import { lazy } from "react";

export const more = () => import("./more");

export const DeliveryFacts = lazy(async () => ({ default: (await more()).DeliveryFacts }));
export const ProductNotFound = lazy(async () => ({ default: (await more()).ProductNotFound }));
export const SizeChart = lazy(async () => ({ default: (await more()).SizeChart }));
export const BackInStockAlert = lazy(async () => ({ default: (await more()).BackInStockAlert }));
