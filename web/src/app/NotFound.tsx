// An address that shows nothing: it leads home, and says so.
import { useEffect, useEffectEvent } from "react";
import { useShoppingMessages } from "@/messages/shopping";
import { useNavigate } from "@/ui/router";
import { useToast } from "@/ui/Toast";

export default function NotFound() {
  const { unknownAddress } = useShoppingMessages();
  const navigate = useNavigate();
  const toast = useToast();
  const leave = useEffectEvent(() => {
    toast(unknownAddress);
    navigate("/", { replace: true });
  });
  useEffect(() => leave(), []);
  return null;
}
