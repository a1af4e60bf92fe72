// Words that were typed and not saved. They stay in this browser until they are used, dropped, or the person signs out.

import { useState } from "react";

const PREFIX = "fullcast.draft.";

/** @param storage that of the session for words that belong to no story: another tab begins without them */
export function readDraft(name: string, storage: Storage = localStorage): string | null {
  return storage.getItem(PREFIX + name);
}

export function keepDraft(name: string, text: string, storage: Storage = localStorage): void {
  try {
    storage.setItem(PREFIX + name, text);
  } catch {
    // The browser's storage is full or switched off. A former state of the words would be wrong.
    storage.removeItem(PREFIX + name);
  }
}

export function forgetDraft(name: string, storage: Storage = localStorage): void {
  storage.removeItem(PREFIX + name);
}

/** At the sign-out: the next person at this browser finds no words of the last one. */
export function forgetAllDrafts(): void {
  for (const storage of [localStorage, sessionStorage])
    for (const name of Object.keys(storage)) if (name.startsWith(PREFIX)) storage.removeItem(name);
}

/** What was typed into a field; null is nothing. It is there again when the field is drawn again, also after a reload. */
export function useDraft(
  name: string,
  storage: Storage = localStorage,
): readonly [string | null, (text: string | null) => void] {
  const [held, setHeld] = useState(() => ({ name, text: readDraft(name, storage) }));
  const text = held.name === name ? held.text : readDraft(name, storage);
  const put = (next: string | null) => {
    setHeld({ name, text: next });
    if (next === null) forgetDraft(name, storage);
    else keepDraft(name, next, storage);
  };
  return [text, put];
}

/** The same of a field for which an empty one is nothing. */
export function useDraftText(name: string, storage?: Storage): readonly [string, (text: string) => void] {
  const [text, put] = useDraft(name, storage);
  return [text ?? "", (next) => put(next === "" ? null : next)];
}
