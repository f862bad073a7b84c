// The screens of the admin area: one file per table in resources/, in the order of the table names.

import type { TableName } from "@/data/tables";
import { tableNames } from "@/messages/tableWords";
import type { AdminScreen } from "./screen";

const resources = import.meta.glob<{ default?: AdminScreen }>("./resources/*.tsx", { eager: true });

export const adminScreens: readonly AdminScreen[] = tableNames.map(screenFor);

function screenFor(table: TableName): AdminScreen {
  const resource = Object.values(resources).find((module) => module.default?.table === table)?.default;
  if (!resource) throw new Error(`No file in src/admin/resources describes the table ${table}`);
  return resource;
}
