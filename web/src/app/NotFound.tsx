// The page for unknown paths: redirects home with a toast, and from the index of the profile without one.
import { useEffect, useEffectEvent } from "react";
import { matchesPath } from "@/lib/paths";
import { useShoppingMessages } from "@/messages/shopping";
import { useLocation, useNavigate } from "@/ui/router";
import { useToast } from "@/ui/Toast";

export default function NotFound() {
  const { unknownAddress } = useShoppingMessages();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const toast = useToast();
  const redirect = useEffectEvent(() => {
    if (!matchesPath("/profile", pathname)) toast(unknownAddress, { failed: true });
    navigate("/", { replace: true });
  });
  useEffect(() => redirect(), []);
  return null;
}
