// Words that were typed and not saved. They stay in this browser until they are used or dropped.

const nameOf = (blockId: string) => `fullcast.draft.${blockId}`;

export function readDraft(blockId: string): string | null {
  return localStorage.getItem(nameOf(blockId));
}

export function keepDraft(blockId: string, text: string): void {
  try {
    localStorage.setItem(nameOf(blockId), text);
  } catch {
    // The browser's storage is full or switched off.
  }
}

export function forgetDraft(blockId: string): void {
  localStorage.removeItem(nameOf(blockId));
}
