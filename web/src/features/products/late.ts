// The parts of a product's page that come when somebody asks for more.
import { lazy } from "react";

export const more = () => import("./more");

export const DeliveryFacts = lazy(async () => ({ default: (await more()).DeliveryFacts }));
export const Missing = lazy(async () => ({ default: (await more()).Missing }));
export const SizeChart = lazy(async () => ({ default: (await more()).SizeChart }));
export const TellMe = lazy(async () => ({ default: (await more()).TellMe }));
