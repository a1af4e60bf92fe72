// Language tags (BCP 47), as books and entries of the lexicon carry them.

/** Two or three letters, then parts of one to eight letters and digits. No registered language has a longer name. */
export const LANGUAGE_TAG_SHAPE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/;

/** Whether a text is a well-formed tag, such as "en" or "de-AT". "English", "en-x" and "en-GB-GB" are not. */
export function isLanguageTag(text: string): boolean {
  if (!LANGUAGE_TAG_SHAPE.test(text)) return false;
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}
