// Says on a page that stays open that the session has ended, and leads back to it; the page to sign in says it by itself.
import { useEffect, useEffectEvent } from "react";
import { signedOut } from "@/data/session";
import { useSessionExpired } from "@/data/sessionExpiry";
import { matchesPath } from "@/lib/paths";
import { useMessages } from "@/messages";
import { useLocation, useNavigate } from "@/ui/router";
import { useToast } from "@/ui/Toast";
import { redirectFor, SIGN_IN } from "./guards";
import { pages } from "./pages";

export function SessionExpiredNotice() {
  const { nav: words } = useMessages();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const toast = useToast();
  const hasEnded = useSessionExpired();
  const tell = useEffectEvent(() => {
    if (matchesPath(SIGN_IN, pathname) || redirectFor(pathname, signedOut, pages)) return;
    const act = () => navigate(SIGN_IN, { state: { from: pathname + search } });
    toast(words.sessionEnded, { label: words.signIn, act });
  });
  useEffect(() => {
    if (hasEnded) tell();
  }, [hasEnded]);
  return null;
}
