// Announces on open pages that the session has expired and offers to sign in; the sign-in page shows its own notice.
import { useEffect, useEffectEvent } from "react";
import { SIGNED_OUT_SESSION } from "@/data/session";
import { useSessionExpired } from "@/data/sessionExpiry";
import { matchesPath } from "@/lib/paths";
import { useMessages } from "@/messages";
import { useLocation, useNavigate } from "@/ui/router";
import { useToast } from "@/ui/Toast";
import { redirectFor, SIGN_IN_PATH } from "./guards";
import { pages } from "./pages";

export function SessionExpiredNotice() {
  const { nav: words } = useMessages();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const toast = useToast();
  const isExpired = useSessionExpired();
  const notify = useEffectEvent(() => {
    if (matchesPath(SIGN_IN_PATH, pathname) || redirectFor(pathname, SIGNED_OUT_SESSION, pages)) return;
    const act = () => navigate(SIGN_IN_PATH, { state: { from: pathname + search } });
    toast(words.sessionEnded, { label: words.signIn, act });
  });
  useEffect(() => {
    if (isExpired) notify();
  }, [isExpired]);
  return null;
}
