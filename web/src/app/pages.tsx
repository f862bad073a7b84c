// Every page of the shop, described once: routes, navigation, guards, server rendering, previews and the sitemap follow.
// Every page is a chunk of its own. Those of the public pages come with what the server renders; the others when opened.
import { type ComponentType, lazy } from "react";
import { mailPages } from "@/data/mailedLink";
import type { Role } from "@/data/session";
import { textPages } from "@/entities/shopTexts";
import { config } from "@/lib/config";
import type { Localized } from "@/lib/language";
import { lazyWithPreload, type PreloadableComponent } from "@/lib/lazyWithPreload";
import { adminOnly, type Guard, notFor, notForNorRoleless, signedOutOnly } from "./guards";
import * as previews from "./server/previews";

export interface PageDescriptor {
  path: string;
  /** Missing where the page has screens that say theirs. */
  title?: Localized;
  Page: ComponentType | PreloadableComponent<object>;
  /** Who is sent elsewhere; missing where everybody may look. */
  guard?: Guard;
  /** Where its link stands: in the main navigation, or in the profile menu of these roles. */
  linkedFor?: "everybody" | readonly Role[];
  /** A page of signed-in people, inside the layout with the cache of their own rows. */
  isOwn?: true;
  /** Is there only while one of its reads finds a row. */
  isOptional?: true;
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
    title: { en: "Forgot Password", id: "Lupa Kata Sandi" },
    Page: lazy(() => import("@/features/account/ForgotPasswordPage")),
  },
  {
    path: mailPages.recovery,
    title: { en: "New Password", id: "Kata Sandi Baru" },
    Page: lazy(() => import("@/features/account/ResetPasswordPage")),
  },
  {
    path: mailPages.signup,
    title: { en: "Confirm Email", id: "Konfirmasi Email" },
    Page: lazy(() => import("@/features/account/ConfirmEmailPage")),
  },
  {
    path: "/unsubscribe",
    title: { en: "Unsubscribe", id: "Berhenti Menerima Email" },
    Page: lazy(() => import("@/features/account/UnsubscribePage")),
  },
];

const TextPage = lazyWithPreload(() => import("@/features/texts/TextPage"));

export const pages: readonly PageDescriptor[] = [
  {
    path: "/",
    title: { en: "Home", id: "Beranda" },
    Page: lazyWithPreload(() => import("@/features/home/HomePage")),
    linkedFor: "everybody",
    preview: isServer && previews.home,
  },
  {
    path: "/about-us",
    title: { en: "About Us", id: "Tentang Kami" },
    Page: lazyWithPreload(() => import("@/features/about/AboutPage")),
    linkedFor: "everybody",
    preview: isServer && previews.aboutUs,
  },
  {
    path: "/gallery",
    title: { en: "Gallery", id: "Galeri" },
    Page: lazyWithPreload(() => import("@/features/gallery/GalleryPage")),
    linkedFor: "everybody",
    preview: isServer && previews.gallery,
  },
  {
    path: "/products",
    title: { en: "Products", id: "Produk" },
    Page: lazyWithPreload(() => import("@/features/products/ProductsPage")),
    linkedFor: "everybody",
    preview: isServer && previews.products,
  },
  {
    // Its title is the product's.
    path: "/products/:product",
    Page: lazyWithPreload(() => import("@/features/products/ProductPage")),
    preview: isServer && previews.product,
  },
  ...textPages.map(({ path, title, column }) => ({
    path,
    title,
    Page: TextPage,
    isOptional: true as const,
    preview: isServer && previews.text(column),
  })),
  {
    path: "/sign-in",
    title: { en: "Sign In", id: "Masuk" },
    Page: lazyWithPreload(() => import("@/features/account/SignInPage")),
    guard: signedOutOnly,
  },
  {
    path: "/sign-up",
    title: { en: "Sign Up", id: "Daftar" },
    Page: lazyWithPreload(() => import("@/features/account/SignUpPage")),
    guard: signedOutOnly,
  },
  ...(config.mail ? mailedPages : []),
  {
    path: "/shopping-cart",
    title: { en: "Shopping Cart", id: "Keranjang Belanja" },
    Page: lazy(() => import("@/features/cart/CartPage")),
    guard: notForNorRoleless("admin", "leadership"),
    isOwn: true,
  },
  {
    path: "/profile/audition-registrations",
    title: { en: "Audition Registrations", id: "Pendaftaran Audisi" },
    Page: lazy(() => import("@/features/auditions/RegistrationPage")),
    guard: notFor("admin", "leadership"),
    linkedFor: ["talent"],
    isOwn: true,
  },
  {
    path: "/profile/audition-announcements",
    title: { en: "Audition Announcements", id: "Pengumuman Audisi" },
    Page: lazy(() => import("./AnnouncementsPage")),
    guard: notForNorRoleless("admin"),
    linkedFor: ["leadership", "talent"],
    isOwn: true,
  },
  {
    path: "/profile/my-transactions",
    title: { en: "My Transactions", id: "Pesanan Saya" },
    Page: lazy(() => import("@/features/transactions/TransactionsPage")),
    guard: notForNorRoleless("admin", "leadership"),
    linkedFor: ["talent"],
    isOwn: true,
  },
  {
    // Its title is the order's number.
    path: "/profile/transactions/:uuid",
    Page: lazy(() => import("@/features/transactions/ReceiptPage")),
    guard: notForNorRoleless("admin", "leadership"),
    isOwn: true,
  },
  {
    path: "/profile/my-data",
    title: { en: "My Data", id: "Data Saya" },
    Page: lazy(() => import("@/features/account/MyDataPage")),
    guard: notForNorRoleless("admin"),
    linkedFor: ["leadership", "talent"],
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
