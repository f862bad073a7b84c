// Every page of the shop, described once: routes, navigation, guards, server rendering, previews and the sitemap follow.
// Every page is a chunk of its own. Those of the public pages come with what the server renders; the others when opened.
import { emailLinkPages } from "@/data/emailLink";
import type { Role } from "@/data/session";
import { textPages } from "@/entities/shopTexts";
import { config } from "@/lib/config";
import type { Localized } from "@/lib/language";
import { lazyPage, lazyWithPreload, type PreloadableComponent } from "@/lib/lazyWithPreload";
import type { Shop } from "@/lib/shop";
import { adminOnly, denyRoles, denyRolesAndRoleless, type Guard, signedOutOnly } from "./guards";
import type { PreviewName } from "./server/previews";

export interface PageDescriptor {
  path: string;
  /** Missing where the page has screens that say theirs. */
  title?: Localized;
  Page: PreloadableComponent<object>;
  /** Who is sent elsewhere; missing where everybody may look. */
  guard?: Guard;
  /** Where its link stands: in the main navigation, or in the profile menu of these roles. */
  linkedFor?: "everybody" | readonly Role[];
  /** Its link stands there only while this holds. */
  linkedWhile?: (shop: Shop) => boolean;
  /** A page of signed-in people, inside the layout with the cache of their own rows. */
  isOwn?: true;
  /** Is there only while one of its reads finds a row. */
  isOptional?: true;
  /**
   * Which preview says what the page is where its link is shared. A page that has one is rendered by the server, and the
   * sitemap lists it.
   */
  preview?: PreviewName;
}

/** With the list of its files, so that visitors don't download that. */
const late = (name: keyof typeof import("./lazyPages")) => lazyPage(async () => (await import("./lazyPages"))[name]());

/** Only where the backend sends mails. */
const mailedPages: PageDescriptor[] = [
  {
    path: "/forgot-password",
    title: { en: "Forgot Password", id: "Lupa Kata Sandi" },
    Page: late("ForgotPasswordPage"),
  },
  {
    path: emailLinkPages.recovery,
    title: { en: "New Password", id: "Kata Sandi Baru" },
    Page: late("ResetPasswordPage"),
  },
  {
    path: emailLinkPages.signup,
    title: { en: "Confirm Email", id: "Konfirmasi Email" },
    Page: late("ConfirmEmailPage"),
  },
  {
    path: "/unsubscribe",
    title: { en: "Unsubscribe", id: "Berhenti Menerima Email" },
    Page: late("UnsubscribePage"),
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
  ...textPages.map(({ path, title, column }) => ({
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
    Page: late("WishlistPage"),
    linkedFor: ["talent"],
  },
  {
    path: "/shopping-cart",
    title: { en: "Shopping Cart", id: "Keranjang Belanja" },
    Page: late("CartPage"),
    guard: denyRolesAndRoleless("admin", "leadership"),
    isOwn: true,
  },
  {
    path: "/profile/audition-registrations",
    title: { en: "Audition Registrations", id: "Pendaftaran Audisi" },
    Page: late("RegistrationPage"),
    guard: denyRoles("admin", "leadership"),
    linkedFor: ["talent"],
    isOwn: true,
  },
  {
    path: "/profile/audition-announcements",
    title: { en: "Audition Announcements", id: "Pengumuman Audisi" },
    Page: late("AnnouncementsPage"),
    guard: denyRolesAndRoleless("admin"),
    linkedFor: ["leadership", "talent"],
    isOwn: true,
  },
  {
    // Its title is the person's.
    path: "/profile/passes/:uuid",
    Page: late("PassPage"),
    guard: denyRolesAndRoleless("admin", "leadership"),
    isOwn: true,
  },
  {
    path: "/profile/my-transactions",
    title: { en: "My Transactions", id: "Pesanan Saya" },
    Page: late("TransactionsPage"),
    guard: denyRolesAndRoleless("admin", "leadership"),
    linkedFor: ["talent"],
    isOwn: true,
  },
  {
    // Its title is the order's number.
    path: "/profile/transactions/:uuid",
    Page: late("ReceiptPage"),
    guard: denyRolesAndRoleless("admin", "leadership"),
    isOwn: true,
  },
  {
    path: "/profile/my-data",
    title: { en: "My Data", id: "Data Saya" },
    Page: late("MyDataPage"),
    guard: denyRolesAndRoleless("admin"),
    linkedFor: ["leadership", "talent"],
    isOwn: true,
  },
  {
    // Leaders and administrators at an event; its screens: ./CastingArea.tsx.
    path: "/casting/*",
    Page: late("CastingArea"),
    guard: denyRolesAndRoleless("talent"),
    isOwn: true,
  },
  {
    // Its screens and their titles: src/admin/registry.ts.
    path: "/admin/*",
    Page: late("AdminArea"),
    guard: adminOnly,
    isOwn: true,
  },
];
