// The page for unknown paths: redirects home with a toast.
import { useEffect, useEffectEvent } from "react";
import { useShoppingMessages } from "@/messages/shopping";
import { useNavigate } from "@/ui/router";
import { useToast } from "@/ui/Toast";

export default function NotFound() {
  const { unknownAddress } = useShoppingMessages();
  const navigate = useNavigate();
  const toast = useToast();
  const redirect = useEffectEvent(() => {
    toast(unknownAddress, { failed: true });
    navigate("/", { replace: true });
  });
  useEffect(() => redirect(), []);
  return null;
}
