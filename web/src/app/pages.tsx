// Every page of the shop, described once: routes, navigation, guards, server rendering, previews and the sitemap follow.
// The public pages are small and load together; the others are chunks that load when they are opened.
import { type ComponentType, lazy } from "react";
import { mailPages } from "@/data/mailedLink";
import type { Role } from "@/data/session";
import About from "@/features/about/AboutPage";
import Gallery from "@/features/gallery/GalleryPage";
import Home from "@/features/home/HomePage";
import Products from "@/features/products/ProductsPage";
import { config } from "@/lib/config";
import type { Messages } from "@/messages";
import { adminOnly, type Guard, notFor, notForNorRoleless, signedOutOnly } from "./guards";
import * as previews from "./server/previews";

export interface PageDescriptor {
  path: string;
  /** Missing where the page has screens that say theirs. */
  title?: (m: Messages) => string;
  Page: ComponentType;
  /** Who is sent elsewhere; missing where everybody may look. */
  guard?: Guard;
  /** Where its link stands: in the main navigation, or in the profile menu of these roles. */
  linkedFor?: "everybody" | readonly Role[];
  /** A page of signed-in people, inside the layout with the cache of their own rows. */
  isOwn?: true;
  /**
   * What is said about a page where its link is shared. A page that has this is rendered by the server, and the sitemap
   * lists it. Only the server's build holds it.
   */
  preview?: previews.PreviewOf | false;
}

const isServer = import.meta.env.SSR;

/** Only where the backend sends mails. */
const mailedPages: PageDescriptor[] = [
  {
    path: "/forgot-password",
    title: (m) => m.titles.forgotPassword,
    Page: lazy(() => import("@/features/account/ForgotPasswordPage")),
  },
  {
    path: mailPages.recovery,
    title: (m) => m.titles.resetPassword,
    Page: lazy(() => import("@/features/account/ResetPasswordPage")),
  },
  {
    path: mailPages.signup,
    title: (m) => m.titles.confirmEmail,
    Page: lazy(() => import("@/features/account/ConfirmEmailPage")),
  },
];

export const pages: readonly PageDescriptor[] = [
  {
    path: "/",
    title: (m) => m.titles.home,
    Page: Home,
    linkedFor: "everybody",
    preview: isServer && previews.home,
  },
  {
    path: "/about-us",
    title: (m) => m.titles.aboutUs,
    Page: About,
    linkedFor: "everybody",
    preview: isServer && previews.aboutUs,
  },
  {
    path: "/gallery",
    title: (m) => m.titles.gallery,
    Page: Gallery,
    linkedFor: "everybody",
    preview: isServer && previews.gallery,
  },
  {
    path: "/products",
    title: (m) => m.titles.products,
    Page: Products,
    linkedFor: "everybody",
    preview: isServer && previews.products,
  },
  {
    path: "/sign-in",
    title: (m) => m.titles.signIn,
    Page: lazy(() => import("@/features/account/SignInPage")),
    guard: signedOutOnly,
  },
  {
    path: "/sign-up",
    title: (m) => m.titles.signUp,
    Page: lazy(() => import("@/features/account/SignUpPage")),
    guard: signedOutOnly,
  },
  ...(config.mail ? mailedPages : []),
  {
    path: "/shopping-cart",
    title: (m) => m.titles.shoppingCart,
    Page: lazy(() => import("@/features/cart/CartPage")),
    guard: notForNorRoleless("admin", "leadership"),
    isOwn: true,
  },
  {
    path: "/profile/audition-registrations",
    title: (m) => m.titles.auditionRegistrations,
    Page: lazy(() => import("@/features/auditions/RegistrationPage")),
    guard: notFor("admin", "leadership"),
    linkedFor: ["talent"],
    isOwn: true,
  },
  {
    path: "/profile/audition-announcements",
    title: (m) => m.titles.auditionAnnouncements,
    Page: lazy(() => import("./AnnouncementsPage")),
    guard: notForNorRoleless("admin"),
    linkedFor: ["leadership", "talent"],
    isOwn: true,
  },
  {
    path: "/profile/my-transactions",
    title: (m) => m.titles.myTransactions,
    Page: lazy(() => import("@/features/transactions/TransactionsPage")),
    guard: notForNorRoleless("admin", "leadership"),
    linkedFor: ["talent"],
    isOwn: true,
  },
  {
    // Its screens and their titles: src/admin/registry.ts.
    path: "/admin/*",
    Page: lazy(() => import("@/admin/AdminArea")),
    guard: adminOnly,
    isOwn: true,
  },
];
