// Caches the result of an async factory; failures are not cached.

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
