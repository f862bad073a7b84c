// The event-day screens of leaders and administrators, chosen by path.

import type { ComponentType } from "react";
import { lazyComponent } from "@/lib/lazyWithPreload";
import { enlargeResourceTimingBuffer } from "@/lib/offlinePages";
import { normalisePath } from "@/lib/paths";
import { type CrewMessages, useCrewMessages } from "@/messages/crew";
import { useDocumentTitle } from "@/ui/documentTitle";
import { Redirect, useLocation } from "@/ui/router";

enlargeResourceTimingBuffer();

interface Screen {
  title: keyof CrewMessages["titles"];
  Page: ComponentType;
}

const screens: Record<string, Screen> = {
  "/casting/board": { title: "board", Page: lazyComponent(() => import("@/features/board/BoardPage")) },
  "/casting/stage": { title: "stage", Page: lazyComponent(() => import("@/features/stage/StagePage")) },
  "/casting/sheet": { title: "sheet", Page: lazyComponent(() => import("@/features/stage/SheetPage")) },
  "/casting/door": { title: "door", Page: lazyComponent(() => import("@/features/door/DoorPage")) },
};

export default function CastingArea() {
  const path = normalisePath(useLocation().pathname);
  const screen = screens[path];
  return screen ? <TitledScreen key={path} {...screen} /> : <Redirect to="/" />;
}

function TitledScreen({ title, Page }: Screen) {
  const { titles } = useCrewMessages();
  useDocumentTitle(titles[title]);
  return (
    <div className="mx-auto w-full max-w-[110rem] px-4 pt-4 sm:px-8 print:p-0">
      <h1 tabIndex={-1} className="pb-4 text-heading outline-none print:hidden">
        {titles[title]}
      </h1>
      <Page />
    </div>
  );
}
