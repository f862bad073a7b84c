// The screen of a table in the admin area: its path and component.

import type { ComponentType } from "react";
import type { TableName } from "@/data/records";
import { withTranslations } from "./kit/bilingual";
import { ResourcePage } from "./kit/ResourcePage";
import type { Resource } from "./kit/resource";

export interface AdminScreen {
  table: TableName;
  path: string;
  Page: ComponentType;
}

export const DASHBOARD_PATH = "/admin/dashboard";
export const ORDERS_PATH = "/admin/transactions";
export const PRODUCTS_PATH = "/admin/products";
export const REVIEW_PATH = "/admin/review";
export const STATEMENT_PATH = "/admin/review/statement";
export const CLOSING_PATH = "/admin/review/closing";
export const CASTING_PATH = "/admin/casting";
export const NOTIFICATIONS_PATH = "/admin/notifications";
export const PASSWORD_PATH = "/admin/password";
export const SECOND_FACTOR_PATH = "/admin/second-factor";

/** A resource with the kit's page. */
export function createResourceScreen<Name extends TableName>(resource: Resource<Name>): AdminScreen {
  const fullResource = withTranslations(resource);
  return createCustomScreen(fullResource, () => <ResourcePage resource={fullResource} />);
}

/** A table with a page of its own that composes the kit. */
export function createCustomScreen({ table }: Pick<AdminScreen, "table">, Page: ComponentType): AdminScreen {
  return { table, path: `/admin/${table.replaceAll("_", "-")}`, Page };
}
