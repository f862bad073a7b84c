// The page descriptors, from which routes, navigation, guards, server rendering, previews and the sitemap are derived.
// Every page is its own chunk: those of public pages are preloaded by the server-rendered HTML, the others on demand.
import { emailLinkPaths } from "@/data/emailLink";
import type { Role } from "@/data/session";
import { shopTextPages } from "@/entities/shopTexts";
import { config } from "@/lib/config";
import type { LocalizedText } from "@/lib/language";
import { lazyComponent, lazyWithPreload, type PreloadableComponent } from "@/lib/lazyWithPreload";
import type { Shop } from "@/lib/shop";
import { adminOnly, denyRoles, denyRolesAndRoleless, type RouteGuard, signedOutOnly } from "./guards";
import type { PreviewName } from "./server/previews";

export interface PageDescriptor {
  path: string;
  /** Missing if the page's screens set their own titles. */
  title?: LocalizedText;
  Page: PreloadableComponent<object>;
  /** Missing if everybody may open the page. */
  guard?: RouteGuard;
  /** Where the page is linked: in the main navigation, or in the profile menu of these roles. */
  linkedFor?: "everybody" | readonly Role[];
  /** The link is shown only while this returns true. */
  linkedWhile?: (shop: Shop) => boolean;
  /** Wrapped in the layout of signed-in users, with their own query cache. */
  isOwn?: true;
  /** The page exists only while one of its reads returns a row. */
  isOptional?: true;
  /** The preview for shared links. Pages with a preview are server-rendered and listed in the sitemap. */
  preview?: PreviewName;
}

/** A lazy page whose importer is in a chunk of its own, so that visitors do not download the list of its files. */
const lazyOwnPage = (name: keyof typeof import("./lazyPages")) =>
  lazyComponent(async () => (await import("./lazyPages"))[name]());

/** Only if the backend can send email. */
const mailedPages: PageDescriptor[] = [
  {
    path: "/forgot-password",
    title: { en: "Forgot Password", id: "Lupa Kata Sandi" },
    Page: lazyOwnPage("ForgotPasswordPage"),
  },
  {
    path: emailLinkPaths.recovery,
    title: { en: "New Password", id: "Kata Sandi Baru" },
    Page: lazyOwnPage("ResetPasswordPage"),
  },
  {
    path: emailLinkPaths.signup,
    title: { en: "Confirm Email", id: "Konfirmasi Email" },
    Page: lazyOwnPage("ConfirmEmailPage"),
  },
  {
    path: "/unsubscribe",
    title: { en: "Unsubscribe", id: "Berhenti Menerima Email" },
    Page: lazyOwnPage("UnsubscribePage"),
  },
];

const TextPage = lazyWithPreload(() => import("@/features/texts/TextPage"));

export const pages: readonly PageDescriptor[] = [
  {
    path: "/",
    title: { en: "Home", id: "Beranda" },
    Page: lazyWithPreload(() => import("@/features/home/HomePage")),
    linkedFor: "everybody",
    preview: "home",
  },
  {
    path: "/about-us",
    title: { en: "About Us", id: "Tentang Kami" },
    Page: lazyWithPreload(() => import("@/features/about/AboutPage")),
    linkedFor: "everybody",
    preview: "aboutUs",
  },
  {
    path: "/gallery",
    title: { en: "Gallery", id: "Galeri" },
    Page: lazyWithPreload(() => import("@/features/gallery/GalleryPage")),
    linkedFor: "everybody",
    preview: "gallery",
  },
  {
    path: "/products",
    title: { en: "Products", id: "Produk" },
    Page: lazyWithPreload(() => import("@/features/products/ProductsPage")),
    linkedFor: "everybody",
    preview: "products",
  },
  {
    // Its title is the product's.
    path: "/products/:product",
    Page: lazyWithPreload(() => import("@/features/products/ProductPage")),
    preview: "product",
  },
  {
    path: "/events",
    title: { en: "Events", id: "Acara" },
    Page: lazyWithPreload(() => import("@/features/events/EventsPage")),
    linkedFor: "everybody",
    linkedWhile: ({ hasEvents }) => hasEvents,
    isOptional: true,
    preview: "events",
  },
  {
    // Its title is the event's.
    path: "/events/:event",
    Page: lazyWithPreload(() => import("@/features/events/EventPage")),
    preview: "event",
  },
  ...shopTextPages.map(({ path, title, column }) => ({
    path,
    title,
    Page: TextPage,
    isOptional: true as const,
    preview: column,
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
    path: "/wishlist",
    title: { en: "Wishlist", id: "Wishlist" },
    Page: lazyOwnPage("WishlistPage"),
    linkedFor: ["talent"],
  },
  {
    path: "/shopping-cart",
    title: { en: "Shopping Cart", id: "Keranjang Belanja" },
    Page: lazyOwnPage("CartPage"),
    guard: denyRolesAndRoleless("admin", "leadership"),
    isOwn: true,
  },
  {
    path: "/profile/audition-registrations",
    title: { en: "Audition Registrations", id: "Pendaftaran Audisi" },
    Page: lazyOwnPage("RegistrationPage"),
    guard: denyRoles("admin", "leadership"),
    linkedFor: ["talent"],
    isOwn: true,
  },
  {
    path: "/profile/audition-announcements",
    title: { en: "Audition Announcements", id: "Pengumuman Audisi" },
    Page: lazyOwnPage("AnnouncementsPage"),
    guard: denyRolesAndRoleless("admin"),
    linkedFor: ["leadership", "talent"],
    isOwn: true,
  },
  {
    // Its title is the person's.
    path: "/profile/passes/:uuid",
    Page: lazyOwnPage("PassPage"),
    guard: denyRolesAndRoleless("admin", "leadership"),
    isOwn: true,
  },
  {
    path: "/profile/my-transactions",
    title: { en: "My Transactions", id: "Pesanan Saya" },
    Page: lazyOwnPage("TransactionsPage"),
    guard: denyRolesAndRoleless("admin", "leadership"),
    linkedFor: ["talent"],
    isOwn: true,
  },
  {
    // Its title is the order's number.
    path: "/profile/transactions/:uuid",
    Page: lazyOwnPage("ReceiptPage"),
    guard: denyRolesAndRoleless("admin", "leadership"),
    isOwn: true,
  },
  {
    path: "/profile/my-data",
    title: { en: "My Data", id: "Data Saya" },
    Page: lazyOwnPage("MyDataPage"),
    guard: denyRolesAndRoleless("admin"),
    linkedFor: ["leadership", "talent"],
    isOwn: true,
  },
  {
    // For leaders and administrators at an event; its screens are in ./CastingArea.tsx.
    path: "/casting/*",
    Page: lazyOwnPage("CastingArea"),
    guard: denyRolesAndRoleless("talent"),
    isOwn: true,
  },
  {
    // Its screens and titles are in src/admin/registry.ts.
    path: "/admin/*",
    Page: lazyOwnPage("AdminArea"),
    guard: adminOnly,
    isOwn: true,
  },
];
