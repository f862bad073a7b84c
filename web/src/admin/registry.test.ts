// What a resource says about its table must be what the database says.
import { expect, test } from "vitest";
import declarations from "../../../db/functions/declared_pictures.sql?raw";
import { screens } from "./registry";

const DECLARED = /\('(\w+)', '\w+', (true|false), '([^']+)', '([^']+)'\)/g;
const declared = [...declarations.matchAll(DECLARED)].map(([, table, isList, folder, audience]) => ({
  table,
  isList: isList === "true",
  folder,
  isOpen: audience === "everyone",
}));

test("M3 the database declares pictures", () => expect(declared.length).toBeGreaterThan(5));

test.each(screens)(
  "M3 Y19 pictures of $table are stored in the folder that the database declares",
  ({ table, pictures }) => {
    const open = declared.filter((one) => one.table === table && one.isOpen && !one.isList).map(({ folder }) => folder);
    const visible = pictures.filter(({ visibility }) => visibility !== "personal").map(({ folder }) => folder);
    expect(visible).toEqual(open);
  },
);
