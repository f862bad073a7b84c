// Where the browser starts: the visitor's language first, then the shop.
import "@/ui/styles/index.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { firstSpeech } from "@/messages";
import { App } from "./App";
import { keepSession } from "./keepSession";
import { reloadAfterDeployment } from "./reloadAfterDeployment";

reloadAfterDeployment();
keepSession();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const speech = await firstSpeech();
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <App speech={speech} />
    </BrowserRouter>
  </StrictMode>,
);
