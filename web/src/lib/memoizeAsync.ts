// Makes a thing when it is first asked for and hands out the same one ever after; a failed attempt is not remembered.

export function memoizeAsync<T>(create: () => Promise<T>): () => Promise<T> {
  let memoized: Promise<T> | undefined;
  return () => {
    memoized ??= create().catch((failure: unknown) => {
      memoized = undefined;
      throw failure;
    });
    return memoized;
  };
}
