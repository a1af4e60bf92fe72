// Which step of the tour belongs to an address.

const CHAPTER = /^\/stories\/[^/]+\/chapters\/[^/]+\/?$/;
const PARTS: { readonly [hash: string]: number } = { "": 2, script: 2, cast: 3, sounds: 3, export: 4, share: 4 };

/** The index of the step; null where the tour says nothing. */
export function stepAt(pathname: string, hash: string): number | null {
  if (pathname === "/") return 0;
  if (pathname === "/new") return 1;
  return CHAPTER.test(pathname) ? (PARTS[hash] ?? 2) : null;
}

const LAST = 4;

/** Whether the tour was walked to its end: the person came back to the stories after the last step. */
export const isWalked = (furthest: number, step: number | null): boolean => furthest === LAST && step === 0;
