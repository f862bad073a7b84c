import { expect, test } from "vitest";
import { forEachSequentially, PartialFailure } from "./forEachSequentially";

test("Y10 an act on several stops at the one that fails, and says how many are done", async () => {
  const done: number[] = [];
  const refusal = new Error("refused");
  const act = async (one: number) => {
    if (one === 3) throw refusal;
    done.push(one);
  };
  const failure = await forEachSequentially([1, 2, 3, 4], act).catch((reason: unknown) => reason);
  expect(done).toEqual([1, 2]);
  expect(failure).toBeInstanceOf(PartialFailure);
  expect(failure).toMatchObject({ done: 2, of: 4, cause: refusal });
  await expect(forEachSequentially([3], act)).rejects.toBe(refusal);
});
