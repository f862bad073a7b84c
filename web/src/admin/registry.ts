// The screens of the admin area, in the order of its menu and of its dashboard.

import type { ComponentType } from "react";
import type { TableName } from "@/data/records";
import SlidesPage from "./resources/slides";

export interface Screen {
  table: TableName;
  path: string;
  Page: ComponentType;
}

export const DASHBOARD = "/admin/dashboard";

export const screens: readonly Screen[] = [{ table: "slides", path: "/admin/slides", Page: SlidesPage }];
