// The same act on several records, one after the other: who comes first is done when a later one fails.

/** Some were done before the one that failed. */
export class PartialFailure extends Error {
  readonly done: number;
  readonly of: number;

  constructor(done: number, of: number, cause: unknown) {
    super(`Done: ${done} of ${of}`, { cause });
    this.done = done;
    this.of = of;
  }
}

export async function forEachSequentially<One>(all: readonly One[], act: (one: One) => Promise<void>): Promise<void> {
  for (const [done, one] of all.entries()) {
    try {
      await act(one);
    } catch (failure) {
      throw done > 0 ? new PartialFailure(done, all.length, failure) : failure;
    }
  }
}
