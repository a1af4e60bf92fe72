// Pronouns of the first and second person that some rules ask for, by language.

/** The subject "you" of one person. */
export const YOU: Readonly<Record<string, readonly string[]>> = {
  en: ["you"],
  de: ["du"],
  fr: ["tu"],
  nl: ["je", "jij"],
  sv: ["du"],
  ru: ["ты"],
};

/** "me", "to me": in a tag, the narrator listens. */
export const ME: Readonly<Record<string, ReadonlySet<string>>> = {
  de: new Set(["mich", "mir"]),
  fr: new Set(["me", "m"]),
  es: new Set(["me"]),
  it: new Set(["mi"]),
  pt: new Set(["me", "mim"]),
  nl: new Set(["me", "mij"]),
  pl: new Set(["mnie", "mi"]),
  ru: new Set(["мне", "меня"]),
  sv: new Set(["mig", "mej"]),
};
