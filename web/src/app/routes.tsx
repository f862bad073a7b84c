// Every page of the shop: its path, its title, and what draws it. The public pages are small and travel together;
// the others are chunks that come when they are opened.
import { type ComponentType, lazy } from "react";
import { mailPages } from "@/data/mailedLink";
import About from "@/features/about/AboutPage";
import Gallery from "@/features/gallery/GalleryPage";
import Home from "@/features/home/HomePage";
import Products from "@/features/products/ProductsPage";
import { config } from "@/lib/config";
import type { Messages } from "@/messages";

export type PageRoute = {
  path: string;
  title: (m: Messages) => string;
  Page: ComponentType;
};

const SignIn = lazy(() => import("@/features/account/SignInPage"));
const SignUp = lazy(() => import("@/features/account/SignUpPage"));
const ForgotPassword = lazy(() => import("@/features/account/ForgotPasswordPage"));
const ResetPassword = lazy(() => import("@/features/account/ResetPasswordPage"));
const ConfirmEmail = lazy(() => import("@/features/account/ConfirmEmailPage"));
const Cart = lazy(() => import("@/features/cart/CartPage"));
const Transactions = lazy(() => import("@/features/transactions/TransactionsPage"));
const Registration = lazy(() => import("@/features/auditions/RegistrationPage"));
const Announcements = lazy(() => import("./AnnouncementsPage"));
const Admin = lazy(() => import("@/admin/AdminArea"));

/** Only where the backend sends mails. */
const mailRoutes: PageRoute[] = [
  { path: "/forgot-password", title: (m) => m.titles.forgotPassword, Page: ForgotPassword },
  { path: mailPages.recovery, title: (m) => m.titles.resetPassword, Page: ResetPassword },
  { path: mailPages.signup, title: (m) => m.titles.confirmEmail, Page: ConfirmEmail },
];

export const publicRoutes: PageRoute[] = [
  { path: "/", title: (m) => m.titles.home, Page: Home },
  { path: "/about-us", title: (m) => m.titles.aboutUs, Page: About },
  { path: "/gallery", title: (m) => m.titles.gallery, Page: Gallery },
  { path: "/products", title: (m) => m.titles.products, Page: Products },
  { path: "/sign-in", title: (m) => m.titles.signIn, Page: SignIn },
  { path: "/sign-up", title: (m) => m.titles.signUp, Page: SignUp },
  ...(config.mail ? mailRoutes : []),
];

/** Pages of signed-in people: drawn inside the layout that brings the cache of their own rows. */
export const ownRoutes: PageRoute[] = [
  { path: "/shopping-cart", title: (m) => m.titles.shoppingCart, Page: Cart },
  { path: "/profile/my-transactions", title: (m) => m.titles.myTransactions, Page: Transactions },
  { path: "/profile/audition-registrations", title: (m) => m.titles.auditionRegistrations, Page: Registration },
  { path: "/profile/audition-announcements", title: (m) => m.titles.auditionAnnouncements, Page: Announcements },
  { path: "/admin/dashboard", title: (m) => m.titles.dashboard, Page: Admin },
  { path: "/admin/payment-methods", title: (m) => m.titles.paymentMethods, Page: Admin },
  { path: "/admin/audition-registrations", title: (m) => m.titles.adminAuditionRegistrations, Page: Admin },
  { path: "/admin/audition-announcements", title: (m) => m.titles.adminAuditionAnnouncements, Page: Admin },
  { path: "/admin/products", title: (m) => m.titles.adminProducts, Page: Admin },
  { path: "/admin/transactions", title: (m) => m.titles.adminTransactions, Page: Admin },
  { path: "/admin/slides", title: (m) => m.titles.adminSlides, Page: Admin },
  { path: "/admin/about-us-section", title: (m) => m.titles.adminAboutUsSection, Page: Admin },
  { path: "/admin/gallery", title: (m) => m.titles.adminGallery, Page: Admin },
  { path: "/admin/about-us", title: (m) => m.titles.adminAboutUs, Page: Admin },
];
