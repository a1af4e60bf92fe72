// The line that a start prints for a person with a browser on the same machine.

export interface StudioStart {
  /** Where the server listens. */
  readonly url: string;
  /** The key that this start generated. */
  readonly generatedKey: string | null;
  /** The key that is kept for the command line, if it still opens something. */
  readonly keptKey: string | null;
  /** FULLCAST_OWNER_KEY is set: its value is a secret of the person who set it, so no output holds it. */
  readonly isKeyGiven: boolean;
  readonly isTerminal: boolean;
}

/**
 * The first start prints the key wherever its output goes: nothing else shows it. A later start prints it on a terminal
 * only, because other outputs are often kept.
 */
export function studioLink({ url, generatedKey, keptKey, isKeyGiven, isTerminal }: StudioStart): string {
  const key = isKeyGiven ? null : (generatedKey ?? (isTerminal ? keptKey : null));
  // "Every address" is none that a browser can open.
  const base = url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
  return `Studio: ${base}/${key === null ? "" : `#key=${encodeURIComponent(key)}`}`;
}
