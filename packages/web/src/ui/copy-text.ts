// Copies a text for the person.

/** False where there is no clipboard: plain http gives none, so the text must be selectable beside it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
