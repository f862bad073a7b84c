// The screens of the admin area: one file per table in resources/, in the order of the table names.

import type { TableName } from "@/data/tables";
import { tableNames } from "@/messages/tableWords";
import type { Screen } from "./screen";

const resources = import.meta.glob<{ default?: Screen }>("./resources/*.tsx", { eager: true });

export const screens: readonly Screen[] = tableNames.map(screenFor);

function screenFor(table: TableName): Screen {
  const resource = Object.values(resources).find((module) => module.default?.table === table)?.default;
  if (!resource) throw new Error(`No file in src/admin/resources describes the table ${table}`);
  return resource;
}
