// Renders the shop into the page, or hydrates what the server rendered, and keeps the session of whoever is signed in.
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import type { Speech } from "@/messages";
import { App } from "./App";
import { takeInitialRows } from "./initialRows";
import { keepSession } from "./keepSession";
import { isServerRendered } from "./serverRendered";

export function openShop(speech: Speech): void {
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  keepSession();
  takeInitialRows();
  const shop = (
    <StrictMode>
      {/* Without transitions the old page goes as the address changes: nobody fills in a form that is about to leave. */}
      <BrowserRouter useTransitions={false}>
        <App speech={speech} />
      </BrowserRouter>
    </StrictMode>
  );
  if (isServerRendered()) hydrateRoot(root, shop);
  else createRoot(root).render(shop);
}
