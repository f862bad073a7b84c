// Runs an action on several records in sequence, so that the earlier ones are done if a later one fails.

/** Some items were processed before one failed. */
export class PartialFailureError extends Error {
  readonly done: number;
  readonly of: number;

  constructor(done: number, of: number, cause: unknown) {
    super(`Done: ${done} of ${of}`, { cause });
    this.done = done;
    this.of = of;
  }
}

export async function forEachSequentially<Item>(
  items: readonly Item[],
  action: (item: Item) => Promise<void>,
): Promise<void> {
  for (const [done, item] of items.entries()) {
    try {
      await action(item);
    } catch (failure) {
      throw done > 0 ? new PartialFailureError(done, items.length, failure) : failure;
    }
  }
}

/** Leaves out the items whose keys are in `done`, which it adds to: after a failure, the next call goes on with the rest. */
export function forEachRemaining<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  done: Set<string>,
  action: (item: Item) => Promise<void>,
): Promise<void> {
  const remaining = items.filter((item) => !done.has(keyOf(item)));
  return forEachSequentially(remaining, async (item) => {
    await action(item);
    done.add(keyOf(item));
  });
}
