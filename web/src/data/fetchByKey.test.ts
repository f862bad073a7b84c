// All rows are read, however few the server gives at once.
import { expect, test } from "vitest";
import { fetchByKey } from "./fetchByKey";

/** Answers as a server that gives no more than `cap` of these numbers at once, and notes how many it gave. */
function capped(numbers: readonly number[], cap: number, given: number[]) {
  let left = [...numbers].sort((one, other) => one - other);
  const query = {
    gt: (_column: string, value: unknown) => {
      left = left.filter((number) => number > Number(value));
      return query;
    },
    order: () => query,
    limit: (count: number) => {
      cap = Math.min(cap, count);
      return query;
    },
    setHeader: () => query,
    throwOnError: async () => {
      const data = left.slice(0, cap).map((number) => ({ number }));
      given.push(data.length);
      return { data, count: left.length };
    },
  };
  return query;
}

test.each([
  [1_000, [3]],
  [3, [3]],
  [2, [2, 1]],
])(
  "Y36 a server that gives %i rows at once leaves out none, and is asked no more often than it needs",
  async (cap, pages) => {
    const given: number[] = [];
    const rows = await fetchByKey<"number", { number: number }>("number", () => capped([7, 1_001, 2], cap, given));
    expect(rows).toEqual([{ number: 2 }, { number: 7 }, { number: 1_001 }]);
    expect(given).toEqual(pages);
  },
);

test("Y36 where so many rows are larger than an answer may be, fewer are asked for", async () => {
  const given: number[] = [];
  const query = () => {
    const capping = capped([1, 2, 3, 4], 1_000, given);
    const limit = (count: number) => ({ ...capping.limit(count), ...(count > 2 && { throwOnError: refuse }) });
    return { ...capping, order: () => ({ ...capping, setHeader: () => ({ ...capping, limit }) }) };
  };
  const refuse = () => Promise.reject({ code: "54000" });
  const rows = await fetchByKey<"number", { number: number }>("number", query as never);
  expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  expect(given).toEqual([2, 2]);
});
