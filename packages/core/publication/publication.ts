// A held page: listeners get the story as it was when its owner last updated the page. Of each chapter one or two states are kept.

/**
 * The file of a kept state. `none`: it has none, because lines had no audio; `making`: it is requested; `ready`; `lost`: it was not made,
 * because the chapter changed before or the export failed, or it was removed.
 */
export type KeptFile = "none" | "making" | "ready" | "lost";

export interface Versions {
  readonly document_version: number;
  readonly speaker_registry_version: number;
  readonly mastering_version: number;
}

export interface KeptState extends Versions {
  readonly title: string;
  readonly file: KeptFile;
}

/** The states of a chapter: what listeners had before the last update, and what the update brings. */
export interface KeptChapter<State extends KeptState> {
  readonly shown: State | null;
  readonly next: State | null;
}

/**
 * The state that listeners get. They hear the one before until the file of the next one is ready, so that no chapter falls silent for an
 * update. Null: neither is kept.
 */
export function stateForListeners<State extends KeptState>({ shown, next }: KeptChapter<State>): State | null {
  if (next === null || shown === null) return next ?? shown;
  return next.file === "ready" || next.file === "none" ? next : shown;
}

/** Whether listeners get an earlier state while the file of the next one is made. */
export const waitsForFile = <State extends KeptState>(chapter: KeptChapter<State>): boolean =>
  chapter.next?.file === "making" && chapter.shown !== null && stateForListeners(chapter) === chapter.shown;

/** Whether the story is still at these versions, so that its takes are those of the kept state. */
export const isCurrent = (kept: Versions, now: Versions): boolean =>
  kept.document_version === now.document_version &&
  kept.speaker_registry_version === now.speaker_registry_version &&
  kept.mastering_version === now.mastering_version;

/** A chapter of the story as it is now, with its kept states. */
export interface ChapterOfPage<State extends KeptState> extends KeptChapter<State> {
  readonly now: Versions & { readonly title: string };
}

export interface PageChanges {
  /** Chapters with other words, another script or title than the page shows, and chapters that the page does not have. */
  readonly changed: number;
  /** Chapters of which listeners get the state before, while the file of the next one is made. */
  readonly waiting: number;
  /** Whether voices, people or the settings of the mix have changed. */
  readonly settings: boolean;
}

/** What the page of listeners lacks. A chapter that is on its way to the page does not count as changed. */
export function changesSince<State extends KeptState>(chapters: readonly ChapterOfPage<State>[]): PageChanges {
  let [changed, waiting, settings] = [0, 0, false];
  for (const chapter of chapters) {
    const isWaiting = waitsForFile(chapter);
    if (isWaiting) waiting += 1;
    const known = isWaiting ? chapter.next : stateForListeners(chapter);
    if (
      known === null ||
      known.document_version !== chapter.now.document_version ||
      known.title !== chapter.now.title
    ) {
      changed += 1;
    } else if (!isCurrent(known, chapter.now)) {
      settings = true;
    }
  }
  return { changed, waiting, settings };
}
