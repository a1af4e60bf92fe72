// Events come in groups: one answer to all of them is enough.

/** Calls once after the last of several calls, when no other came for this time. */
export function afterQuiet<T>(ms: number, call: (value: T) => void): (value: T) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (value) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(value), ms);
  };
}
