/**
 * Processes items in order, at most `limit` in parallel. After the first error nothing new starts, running work is awaited, and
 * the error is thrown.
 */
export async function inParallel<T>(
  items: AsyncGenerator<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let failed: { readonly error: unknown } | null = null;
  const lane = async () => {
    while (failed === null) {
      try {
        // An async generator answers concurrent calls of next() one after the other.
        const next = await items.next();
        if (next.done === true) return;
        await work(next.value);
      } catch (error) {
        failed ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, lane));
  await items.return(undefined);
  if (failed !== null) throw (failed as { error: unknown }).error;
}
