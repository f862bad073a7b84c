// What a resource says about its table must be what the database says.
import { expect, test } from "vitest";
import { screens } from "./registry";

const policies = import.meta.glob<string>("../../../db/policies/*.sql", {
  query: "?raw",
  import: "default",
  eager: true,
});

test.each(screens)(
  "M3 Y19 pictures of $table are stored in the folder that its policy names",
  ({ table, pictures }) => {
    const policy = policies[`../../../db/policies/${table}.sql`] ?? "";
    const open = [...policy.matchAll(/folder => '([^']+)'/g)].map(([, folder]) => folder);
    const visible = pictures.filter(({ visibility }) => visibility !== "personal").map(({ folder }) => folder);
    expect(visible).toEqual(open);
  },
);
