// New ids for everything in a bundle whose ids are taken.

/** Members that hold what people wrote: an id in them is text. */
const TEXTS: ReadonlySet<string> = new Set(["text", "prompt", "title", "name", "description", "value", "term"]);

/** Returns a value with a new id in place of each of the given ones, wherever it stands, also as a key. */
export function renamedIds(ids: readonly string[], newId: () => string): <T>(value: T) => T {
  if (ids.length === 0) return (value) => value;
  const names = new Map(ids.map((id) => [id, newId()]));
  const renamed = (value: unknown): unknown => {
    if (typeof value === "string") return names.get(value) ?? value;
    if (Array.isArray(value)) return value.map(renamed);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        names.get(key) ?? key,
        TEXTS.has(key) && typeof one === "string" ? one : renamed(one),
      ]),
    );
  };
  return <T>(value: T) => renamed(value) as T;
}
