// Advice that a person answered with no. It stays away in this browser.

import { useState } from "react";

/** The names of dismissed advice under this place of the browser's storage, and a function that adds one. */
export function useDismissed(place: string): readonly [ReadonlySet<string>, (name: string) => void] {
  const [names, setNames] = useState<ReadonlySet<string>>(
    () => new Set((localStorage.getItem(place) ?? "").split("\n").filter((name) => name !== "")),
  );
  const dismiss = (name: string) => {
    const next = new Set([...names, name]);
    setNames(next);
    try {
      localStorage.setItem(place, [...next].join("\n"));
    } catch {
      // The browser's storage is full or switched off: the answer holds until the page is left.
    }
  };
  return [names, dismiss];
}
