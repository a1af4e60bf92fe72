// Whether a line holds what a person looks for. Capitals and the forms of quotation marks make no difference.

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[‘’‚‛]/g, "'")
    .replace(/[“”„‟«»]/g, '"')
    .replace(/\s+/g, " ");

export function holdsWords(text: string, wanted: string): boolean {
  const words = plain(wanted.trim());
  return words !== "" && plain(text).includes(words);
}
