// Importers of pages that visitors rarely open.
import { getChosenLanguage } from "@/lib/languageChoice";

export const ForgotPasswordPage = () => import("@/features/account/ForgotPasswordPage");
export const ResetPasswordPage = () => import("@/features/account/ResetPasswordPage");
export const ConfirmEmailPage = () => import("@/features/account/ConfirmEmailPage");
export const UnsubscribePage = () => import("@/features/account/UnsubscribePage");
export const WishlistPage = () => import("@/features/wishlist/WishlistPage");
export const CartPage = () => import("@/features/cart/CartPage");
export const RegistrationPage = () => import("@/features/auditions/RegistrationPage");
export const AnnouncementsPage = () => import("./AnnouncementsPage");
export const PassPage = () => import("@/features/auditions/PassPage");
export const TransactionsPage = () => import("@/features/transactions/TransactionsPage");
export const ReceiptPage = () => import("@/features/transactions/ReceiptPage");
export const MyDataPage = () => import("@/features/account/MyDataPage");
export const CastingArea = () => import("./CastingArea");
/** Loaded together with the texts of its first screens, so that they render in one step. */
export const AdminArea = async () => {
  const language = getChosenLanguage();
  const [area] = await Promise.all([
    import("@/admin/AdminArea"),
    import("@/messages/admin").then(({ loadAdminMessages }) => loadAdminMessages(language)),
    import("@/messages/review").then(({ loadReviewMessages }) => loadReviewMessages(language)),
  ]);
  return area;
};
