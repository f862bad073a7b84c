// The screens of the admin area, in the order of its menu and of its dashboard.

import { aboutUs } from "./resources/aboutUs";
import { aboutUsSection } from "./resources/aboutUsSection";
import { auditionAnnouncements } from "./resources/auditionAnnouncements";
import { auditionRegistrations } from "./resources/auditionRegistrations";
import { gallery } from "./resources/gallery";
import { paymentMethods } from "./resources/paymentMethods";
import { products } from "./resources/products";
import { slides } from "./resources/slides";
import { transactions } from "./resources/transactions";
import type { Screen } from "./screen";

export const screens: readonly Screen[] = [
  paymentMethods,
  auditionRegistrations,
  auditionAnnouncements,
  products,
  transactions,
  slides,
  aboutUsSection,
  gallery,
  aboutUs,
];
