// Tells the failure of a form that was left while it was sent, with a way back to it.

import { useLocation, useNavigate } from "@/ui/router";
import { useToast } from "@/ui/Toast";

export function useToastAfterLeaving(failed: string, back: string): (errors: readonly string[]) => void {
  const toast = useToast();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (errors) =>
    toast([failed, ...errors].join("\n"), { label: back, act: () => navigate(pathname + search), failed: true });
}
