// Which step of the tour belongs to an address, and where a person who left continues it.

const CHAPTER = /^\/stories\/[^/]+\/chapters\/[^/]+\/?$/;
const PARTS: { readonly [hash: string]: number } = { "": 2, script: 2, cast: 3, sounds: 3, export: 4, share: 4 };

/** The index of the step; null where the tour says nothing. */
export function stepAt(pathname: string, hash: string): number | null {
  if (pathname === "/") return 0;
  if (pathname === "/new") return 1;
  return CHAPTER.test(pathname) ? (PARTS[hash] ?? 2) : null;
}

const LAST = 4;

/** Where the person was last on the way. */
export interface TourPlace {
  readonly pathname: string;
  readonly hash: string;
}

/** The place to remember; the first screen and screens without a step leave it as it is. */
export function placeAfter(before: TourPlace | null, at: TourPlace): TourPlace | null {
  return (stepAt(at.pathname, at.hash) ?? 0) > 0 ? { pathname: at.pathname, hash: at.hash } : before;
}

/** The step that a person who is back at the stories has reached; null for one who has not begun. */
export function stepToResume(place: TourPlace | null): number | null {
  return place === null ? null : stepAt(place.pathname, place.hash) || null;
}

/** Whether the tour was walked to its end: the person came back to the stories after the last step. */
export const isWalked = (place: TourPlace | null, step: number | null): boolean =>
  step === 0 && stepToResume(place) === LAST;

/** A remembered place as text; null for a text that is none. */
export function placeFrom(stored: string | null): TourPlace | null {
  const [pathname = "", hash = ""] = (stored ?? "").split("#");
  return placeAfter(null, { pathname, hash });
}
