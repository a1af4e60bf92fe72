// A listener who presses Play while a run prepares the same section: the preparation for the listener also casts, and writes
// the script once. The run lets it go first, because two scripts would be made at the same time and one be thrown away.

const preparing = new Map<string, Promise<void>>();

/** Does the work of a listener's preparation. Runs of this process that prepare the section wait for its end. */
export async function prepareForListener<T>(sectionId: string, work: () => Promise<T>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<void>();
  preparing.set(sectionId, promise);
  try {
    return await work();
  } finally {
    if (preparing.get(sectionId) === promise) preparing.delete(sectionId);
    resolve();
  }
}

/** Resolves when no listener's preparation of the section is under way; whether it waited for one. */
export async function afterListeners(sectionId: string): Promise<boolean> {
  let waited = false;
  for (let one = preparing.get(sectionId); one !== undefined; one = preparing.get(sectionId)) {
    waited = true;
    await one;
  }
  return waited;
}
