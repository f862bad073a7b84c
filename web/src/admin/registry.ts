// The screens of the admin area, in the order of its menu and of its dashboard.

import type { TableName } from "@/data/tables";
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

/** Every table of the database has one. */
const byTable: Record<TableName, Screen> = {
  payment_methods: paymentMethods,
  audition_registrations: auditionRegistrations,
  audition_announcements: auditionAnnouncements,
  products,
  transactions,
  slides,
  about_us_section: aboutUsSection,
  gallery,
  about_us: aboutUs,
};

export const screens: readonly Screen[] = Object.values(byTable);
