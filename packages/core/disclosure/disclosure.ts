// Whether people or machines speak, and what files and pages state about it.

/** All voices are machines, some are, or all are people. */
export type Narration = "machine" | "mixed" | "human";

/** A voice that is heard: a person's recording, or an engine. */
export interface HeardVoice {
  readonly source: "engine" | "recording";
  /** The engine's id; of a recording "recording". */
  readonly provider: string;
}

/** @returns null when nothing is heard */
export function narrationOf(voices: readonly HeardVoice[]): Narration | null {
  const machines = voices.some(({ source }) => source === "engine");
  const people = voices.some(({ source }) => source === "recording");
  return machines ? (people ? "mixed" : "machine") : people ? "human" : null;
}

/**
 * Engines whose sound is computed by rules. All others have learned from recordings: statistical voices (Flite) and neural
 * ones. An unknown engine counts as one of them.
 */
export const RULE_BASED: ReadonlySet<string> = new Set(["espeak"]);

/** Terms of IPTC's Digital Source Type, the vocabulary that C2PA and schema.org use as well. */
export type DigitalSourceType =
  | "trainedAlgorithmicMedia"
  | "algorithmicMedia"
  | "compositeSynthetic"
  | "composite"
  | "digitalCapture";

/**
 * `trainedAlgorithmicMedia`: made by a model that was trained on captured content. `algorithmicMedia`: made by an algorithm
 * without such training. With recordings of people: `compositeSynthetic` or `composite`. People alone: `digitalCapture`.
 */
export function sourceTypeOf(voices: readonly HeardVoice[]): DigitalSourceType | null {
  const trained = voices.some(({ source, provider }) => source === "engine" && !RULE_BASED.has(provider));
  switch (narrationOf(voices)) {
    case null:
      return null;
    case "human":
      return "digitalCapture";
    case "mixed":
      return trained ? "compositeSynthetic" : "composite";
    case "machine":
      return trained ? "trainedAlgorithmicMedia" : "algorithmicMedia";
  }
}

/** The address of a term, which is its name in metadata. */
export const sourceTypeAddress = (type: DigitalSourceType): string =>
  `http://cv.iptc.org/newscodes/digitalsourcetype/${type}`;

type Statements = { readonly [narration in Exclude<Narration, "human">]: string };

const STATEMENTS: { readonly [language: string]: Statements } = {
  en: {
    machine: "All voices in this recording are synthetic.",
    mixed: "Some voices in this recording are synthetic.",
  },
  de: {
    machine: "Alle Stimmen dieser Aufnahme sind synthetisch.",
    mixed: "Einige Stimmen dieser Aufnahme sind synthetisch.",
  },
  fr: {
    machine: "Toutes les voix de cet enregistrement sont des voix de synthèse.",
    mixed: "Certaines voix de cet enregistrement sont des voix de synthèse.",
  },
  es: {
    machine: "Todas las voces de esta grabación son sintéticas.",
    mixed: "Algunas voces de esta grabación son sintéticas.",
  },
  it: {
    machine: "Tutte le voci di questa registrazione sono sintetiche.",
    mixed: "Alcune voci di questa registrazione sono sintetiche.",
  },
  nl: {
    machine: "Alle stemmen in deze opname zijn synthetisch.",
    mixed: "Sommige stemmen in deze opname zijn synthetisch.",
  },
  pt: {
    machine: "Todas as vozes desta gravação são sintéticas.",
    mixed: "Algumas vozes desta gravação são sintéticas.",
  },
  pl: {
    machine: "Wszystkie głosy w tym nagraniu są syntetyczne.",
    mixed: "Niektóre głosy w tym nagraniu są syntetyczne.",
  },
  ru: {
    machine: "Все голоса в этой записи синтезированы.",
    mixed: "Некоторые голоса в этой записи синтезированы.",
  },
  sv: {
    machine: "Alla röster i den här inspelningen är syntetiska.",
    mixed: "Några röster i den här inspelningen är syntetiska.",
  },
};

/** What a file states: for people and for programs. */
export interface Disclosure {
  readonly statement: string;
  /** The address of a Digital Source Type. */
  readonly source_type: string;
}

/**
 * What is stated of a recording in its language, or in English where the language has no sentence.
 * @param language BCP 47
 * @returns null when no machine speaks
 */
export function disclosureOf(voices: readonly HeardVoice[], language: string | null): Disclosure | null {
  const narration = narrationOf(voices);
  const type = sourceTypeOf(voices);
  if (narration === null || narration === "human" || type === null) return null;
  const [primary = "en"] = (language ?? "en").toLowerCase().split(/[-_]/);
  const statements = (Object.hasOwn(STATEMENTS, primary) ? STATEMENTS[primary] : undefined) ?? STATEMENTS.en!;
  return { statement: statements[narration], source_type: sourceTypeAddress(type) };
}

/** A description with the statement behind it. */
export const withStatement = (description: string | null, disclosure: Disclosure | null): string | null =>
  disclosure === null
    ? description
    : [description ?? "", disclosure.statement].filter((text) => text !== "").join("\n\n");
