// A narrator without a name of its own is called "Narrator" in the data of every language. People see their own word.

export const NARRATOR_NAME = "Narrator";

interface Named {
  readonly role: string;
  readonly name: string;
}

/** The name that a person sees. `word` is the word for a narrator in the language of the screen. */
export const shownName = ({ role, name }: Named, word: string): string =>
  role === "narrator" && name === NARRATOR_NAME ? word : name;
