import * as v from "valibot";
import { expect, test } from "vitest";
import { loadAdminMessages } from "@/messages/admin";
import { castingEventSchema } from "./castingEventSchema";
import { createFormRules } from "./createFormRules";

test.each([
  ["", []],
  ["10.000.000", []],
  ["10.000.001", ["Audition Fee value cannot exceed Rp. 10.000.000"]],
  ["free", ["Audition Fee value can't be read as whole rupiah: write it like 850.000 or 850000"]],
])("Y35 Ada, whose event has the fee %j, reads %j of it", async (fee, sentences) => {
  const schema = castingEventSchema(createFormRules(await loadAdminMessages("en"), false));
  const { issues = [] } = v.safeParse(schema, { fee });
  expect(issues.filter((issue) => v.getDotPath(issue) === "fee").map(({ message }) => message)).toEqual(sentences);
});
