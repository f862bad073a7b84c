// Every table has a screen.
import { expect, test } from "vitest";
import { tableNames } from "@/messages/tableWords";
import { adminScreens } from "./registry";

test("M1 every table has its screen in the admin area", () =>
  expect(adminScreens.map(({ table }) => table)).toEqual(tableNames));
