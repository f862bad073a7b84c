// The screens of the admin area, in the order of its menu and of its dashboard.

import type { ComponentType } from "react";
import type { TableName } from "@/data/records";
import AboutUsPage from "./resources/aboutUs";
import AboutUsSectionPage from "./resources/aboutUsSection";
import AuditionAnnouncementsPage from "./resources/auditionAnnouncements";
import AuditionRegistrationsPage from "./resources/auditionRegistrations";
import GalleryPage from "./resources/gallery";
import PaymentMethodsPage from "./resources/paymentMethods";
import ProductsPage from "./resources/products";
import SlidesPage from "./resources/slides";
import TransactionsPage from "./resources/transactions";

export interface Screen {
  table: TableName;
  path: string;
  Page: ComponentType;
}

export const DASHBOARD = "/admin/dashboard";

export const screens: readonly Screen[] = [
  { table: "payment_methods", path: "/admin/payment-methods", Page: PaymentMethodsPage },
  { table: "audition_registrations", path: "/admin/audition-registrations", Page: AuditionRegistrationsPage },
  { table: "audition_announcements", path: "/admin/audition-announcements", Page: AuditionAnnouncementsPage },
  { table: "products", path: "/admin/products", Page: ProductsPage },
  { table: "transactions", path: "/admin/transactions", Page: TransactionsPage },
  { table: "slides", path: "/admin/slides", Page: SlidesPage },
  { table: "about_us_section", path: "/admin/about-us-section", Page: AboutUsSectionPage },
  { table: "gallery", path: "/admin/gallery", Page: GalleryPage },
  { table: "about_us", path: "/admin/about-us", Page: AboutUsPage },
];
