import { expect, test } from "vitest";
import { forEachSequentially, PartialFailureError } from "./forEachSequentially";

test("Y10 an act on several stops at the one that fails, and says how many are done", async () => {
  const done: number[] = [];
  const cause = new Error("refused");
  const act = async (item: number) => {
    if (item === 3) throw cause;
    done.push(item);
  };
  const failure = await forEachSequentially([1, 2, 3, 4], act).catch((reason: unknown) => reason);
  expect(done).toEqual([1, 2]);
  expect(failure).toBeInstanceOf(PartialFailureError);
  expect(failure).toMatchObject({ done: 2, of: 4, cause });
  await expect(forEachSequentially([3], act)).rejects.toBe(cause);
});
