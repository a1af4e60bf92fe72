// A book has more chapters than one run takes: it is made by several runs, quoted together and cancelled together.

/** The API takes as many in one run that also places sounds. */
export const MOST_OF_A_RUN = 12;
/** A longer book is made in turns. */
export const MOST_CHAPTERS = 400;

/** The chapters in their order, in as few runs as possible, each of about the same size. */
export function batchesOf(sectionIds: readonly string[]): readonly (readonly string[])[] {
  const runs = Math.ceil(sectionIds.length / MOST_OF_A_RUN);
  return Array.from({ length: runs }, (_, at) =>
    sectionIds.slice(Math.round((at * sectionIds.length) / runs), Math.round(((at + 1) * sectionIds.length) / runs)),
  );
}

interface Work {
  readonly blocks: number;
  readonly characters: number;
  readonly snowcoins: number;
}

interface Quote extends Work {
  readonly estimated_audio_ms: number;
  readonly estimated_seconds: number;
  readonly by_provider: readonly (Work & { readonly provider: string })[];
  readonly unspoken_language: unknown;
}

/** One quote of several runs. They share the engines, so their times add up. */
export function sumOfQuotes<Given extends Quote>(quotes: readonly [Given, ...Given[]]): Given {
  const [first] = quotes;
  const sum = (of: readonly Work[]) => ({
    blocks: of.reduce((total, { blocks }) => total + blocks, 0),
    characters: of.reduce((total, { characters }) => total + characters, 0),
    snowcoins: of.reduce((total, { snowcoins }) => total + snowcoins, 0),
  });
  const parts = Map.groupBy(
    quotes.flatMap(({ by_provider }) => by_provider),
    ({ provider }) => provider,
  );
  return {
    ...first,
    ...sum(quotes),
    estimated_audio_ms: quotes.reduce((total, { estimated_audio_ms }) => total + estimated_audio_ms, 0),
    estimated_seconds: quotes.reduce((total, { estimated_seconds }) => total + estimated_seconds, 0),
    by_provider: [...parts].map(([provider, of]) => ({ provider, ...sum(of) })),
    unspoken_language: quotes.find(({ unspoken_language }) => unspoken_language !== null)?.unspoken_language ?? null,
  };
}
