// The desk of one chapter: its script, its people, the audio of its lines, and the edits on their way. Connects the model
// with the API; screens read from it and call it.

import type { Block, EditOperation } from "@fullcast/core/document";
import { api, type BlockMedia, ClientError, change, type HistoryEntry, type Speaker } from "../api/api.ts";
import { firstSound } from "../player/first-sound.ts";
import { AudioStates } from "./audio-states.ts";
import { ChapterPeople } from "./chapter-people.ts";
import { ChapterScan } from "./chapter-scan.ts";
import { readLines, takeFirstLines, WINDOW } from "./first-lines.ts";
import type { People } from "./people.ts";
import { ScriptEdits, type TextConflict } from "./script-edits.ts";
import { ScriptModel } from "./script-model.ts";
import { created, touched } from "./touched-lines.ts";

/** The scan waits until the same lines have been on the screen for this long. */
const QUIET_MS = 400;
/** A move over more lines than this is a jump. */
const FAR = WINDOW;
/** Jumps that follow each other within this time are fast scrolling: nothing is read until the lines stay. */
const RUSH_MS = 250;
const LANDED_MS = 80;
/** Lines read above a line that is put onto a newer script. */
const LINES_BEFORE = 20;
/** Lines kept in memory around those on screen. */
const KEPT = 12_000;

export class ScriptDesk {
  readonly model = new ScriptModel();
  readonly #sectionId: string;
  readonly #people: ChapterPeople;
  readonly #edits: ScriptEdits;
  readonly #audio = new AudioStates({
    read: (query) => api.call("readSectionMedia", { params: this.params, query }),
    shown: () => ({ from: this.#visible.from, to: Math.min(this.#visible.to, this.model.count) }),
    onChange: () => this.#changed(),
    onFault: (error) => this.#reportRead(error),
  });
  readonly #scan = new ChapterScan({
    model: this.model,
    read: (from, limit, signal) => readLines(this.#sectionId, from, limit, signal),
    isBusy: () =>
      firstSound.isAwaited() ||
      this.#textReading ||
      this.#audio.isReading ||
      performance.now() - this.#shownAt < QUIET_MS,
    onChange: () => this.#changed(),
    onFault: (error) => this.#reportRead(error),
  });
  #mediaIsWanted = false;
  #textReading = false;
  #jumpedAt = Number.NEGATIVE_INFINITY;
  /** Set during fast scrolling. */
  #landing: ReturnType<typeof setTimeout> | null = null;
  #following: Promise<void> | null = null;
  /** The newest version of the script that an event named. */
  #newestVersion = 0;
  #visible = { from: 0, to: WINDOW };
  /** When other lines came onto the screen last. */
  #shownAt = 0;
  #listeners = new Set<() => void>();
  #revision = 0;
  loaded = false;
  fault: unknown = null;

  constructor(place: { readonly projectId: string; readonly sectionId: string }) {
    this.#sectionId = place.sectionId;
    this.#people = new ChapterPeople(place.projectId, () => this.#changed());
    this.#edits = new ScriptEdits({
      sectionId: place.sectionId,
      model: this.model,
      speakerIds: () => this.#people.ids,
      readNewest: (ids) => this.#readAround(ids),
      onSaved: (blocks) => {
        this.model.replace(blocks);
        this.#scan.note(blocks.map((block) => block.id));
        this.#wantMedia();
      },
      onRefused: (error) => {
        this.fault = error;
        return this.catchUp();
      },
      onChange: () => this.#changed(),
    });
    this.model.subscribe(() => this.#changed());
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  revision = (): number => this.#revision;

  get people(): People {
    return this.#people.shown;
  }
  get registryVersion(): number {
    return this.#people.registryVersion;
  }
  get away(): boolean {
    return this.#edits.away;
  }
  get waiting(): number {
    return this.#edits.waiting;
  }
  /** Edits that were made here since the chapter was opened. */
  get editCount(): number {
    return this.#edits.count;
  }
  /** Conflicts that wait for an answer. */
  get conflicts(): readonly TextConflict[] {
    return this.#edits.conflicts;
  }
  /** Whether the last edit could not be put onto a newer script. */
  get lost(): boolean {
    return this.#edits.lost;
  }
  get params() {
    return { sectionId: this.#sectionId };
  }
  mediaOf(blockId: string): BlockMedia | undefined {
    return this.#audio.of(blockId);
  }

  /** Ids of unsure lines in their order; only those found so far while the chapter is still being read. */
  unsureLines(): readonly string[] {
    return this.#scan.marks.unsure;
  }

  /** Ids of the notes that flag the line above them, in their order; found as unsure lines are. */
  flags(): readonly string[] {
    return this.#scan.marks.flags;
  }

  /** Ids of the sounds in their order; found as unsure lines are. */
  sounds(): readonly string[] {
    return this.#scan.marks.sounds;
  }

  /** Where a line is; for an unsure line that is not loaded, where it was when the chapter was read. */
  placeOf(blockId: string): number {
    const index = this.model.indexOf(blockId);
    return index >= 0 ? index : (this.#scan.marks.placeOf(blockId) ?? -1);
  }

  async open(): Promise<void> {
    this.fault = null;
    try {
      const media = this.#audio.readWindow(0);
      media.catch(() => undefined);
      const recovered = this.#edits.recover();
      await this.#readWindow(0, WINDOW, true);
      await recovered;
      this.loaded = true;
      this.#changed();
      this.#edits.reapply();
      this.#edits.run();
      await media;
      void this.#scan.run();
      await this.#audio.look();
    } catch (error) {
      this.fault = error;
      this.#changed();
    }
  }

  /** Reads what the screen is about to show. */
  show(from: number, to: number): void {
    if (from !== this.#visible.from || to !== this.#visible.to) this.#move(from, to);
    // What is read during fast scrolling has left the screen before it is drawn, and the lines at its end wait for it.
    if (this.#landing === null) this.#look();
  }

  #move(from: number, to: number): void {
    const now = performance.now();
    const isJump = Math.abs(from - this.#visible.from) > FAR;
    const isRush = isJump && now - this.#jumpedAt < RUSH_MS;
    if (isJump) this.#jumpedAt = now;
    this.#shownAt = now;
    this.#visible = { from, to };
    if (this.#landing !== null) clearTimeout(this.#landing);
    this.#landing = isRush ? setTimeout(() => this.#land(), LANDED_MS) : null;
  }

  #land(): void {
    this.#landing = null;
    this.#look();
  }

  #look(): void {
    this.#lookForText();
    void this.#audio.look();
  }

  /** One read at a time: after each one it looks at what is on the screen then, so that fast scrolling asks little. */
  #lookForText(): void {
    const gap = this.model.missing(this.#visible.from, this.#visible.to);
    if (gap === null || this.#textReading) return;
    this.#textReading = true;
    const start = Math.max(0, Math.min(gap.from, gap.to - WINDOW / 2));
    this.#readWindow(start, WINDOW, false).then(
      () => {
        this.#textReading = false;
        if (this.#landing === null) this.#lookForText();
      },
      (error: unknown) => {
        this.#textReading = false;
        this.#reportRead(error);
      },
    );
  }

  /** Reads lines that are not loaded, so that they are there although they are not on the screen. */
  async load(from: number, to: number): Promise<void> {
    try {
      for (let gap = this.model.missing(from, to); gap !== null; gap = this.model.missing(from, to)) {
        const { epoch } = this.model;
        await this.#readWindow(gap.from, Math.min(WINDOW, gap.to - gap.from), false);
        if (epoch !== this.model.epoch) return;
      }
    } catch (error) {
      this.#reportRead(error);
    }
  }

  /** Reads the audio state of a line that is not on the screen, with those of the lines around it. */
  async loadAudio(index: number): Promise<void> {
    await this.#audio.readAt(index).catch((error: unknown) => this.#reportRead(error));
  }

  /** Where a line is; reads the chapter from its beginning until it is found. -1 for a line that it does not have. */
  async locate(blockId: string): Promise<number> {
    for (let from = 0; from < this.model.count && this.placeOf(blockId) < 0; from += WINDOW)
      await this.load(from, Math.min(this.model.count, from + WINDOW));
    return this.placeOf(blockId);
  }

  /** Applies the edit here at once and sends it. */
  edit(operations: readonly EditOperation[]): void {
    if (operations.length === 0) return;
    this.#edits.count++;
    const before = touched(operations).flatMap((id) => this.model.find(id) ?? []);
    this.model.apply(operations, this.#people.ids);
    this.#scan.note([...touched(operations), ...operations.flatMap(created)]);
    this.#edits.add(operations, before);
  }

  /** Resolves when everything was sent; what comes next sees it. */
  settled(): Promise<void> {
    return this.#edits.settled();
  }

  /** A line was written here while another tab or person wrote other words into it. */
  reportConflict(conflict: TextConflict): void {
    this.#edits.reportConflict(conflict);
  }

  answerConflict(blockId: string): void {
    this.#edits.answerConflict(blockId);
  }

  forgetLost(): void {
    this.#edits.forgetLost();
  }

  /**
   * Undoes or does again on the server, after everything that waits was sent, and returns what it was; null when there is
   * nothing.
   */
  async step(direction: "undo" | "redo"): Promise<HistoryEntry | null> {
    await this.settled();
    try {
      return await this.#stepOnce(direction);
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      if (error.code === "NOTHING_TO_UNDO") return null;
      if (error.code !== "VERSION_CONFLICT") throw error;
      await this.catchUp();
      return this.#stepOnce(direction);
    }
  }

  async #stepOnce(direction: "undo" | "redo"): Promise<HistoryEntry> {
    const step = await api.call(direction === "undo" ? "undoDocument" : "redoDocument", {
      params: this.params,
      body: { ...change(), base_document_version: this.model.documentVersion },
    });
    const blocks = step.blocks as readonly Block[];
    const moved = step.deleted_block_ids.length > 0 || blocks.some((block) => this.model.indexOf(block.id) < 0);
    if (moved || step.entry.scope === "project") await this.catchUp();
    else {
      this.model.documentVersion = Math.max(this.model.documentVersion, step.document_version);
      this.model.replace(blocks);
      this.#scan.note(blocks.map((block) => block.id));
      await this.readMedia();
    }
    return step.entry;
  }

  /** Another tab, a run or an undo changed the script: reads again what is shown. */
  async catchUp(): Promise<void> {
    try {
      await this.#readWindow(this.#visible.from, WINDOW, true);
      this.#edits.reapply();
      void this.#scan.run();
      await this.readMedia();
    } catch (error) {
      this.#reportRead(error);
    }
  }

  /** Reads the audio states of the lines on the screen again; those of other lines when they are shown. */
  readMedia(): Promise<void> {
    return this.#audio.readAgain();
  }

  /**
   * Another tab or person made a version of the script: takes over what changed. Lines with edits that are still on their
   * way stay, and the server states the conflict when those are sent.
   */
  follow(version: number): Promise<void> {
    this.#newestVersion = Math.max(this.#newestVersion, version);
    this.#following ??= this.#followAll().finally(() => {
      this.#following = null;
    });
    return this.#following;
  }

  /** Versions that come while one is read are read after it. */
  async #followAll(): Promise<void> {
    for (let since = 0; this.loaded && this.#newestVersion > this.model.documentVersion; ) {
      // A read that brought nothing newer is not repeated; the next event tries again.
      if (since === this.model.documentVersion) return;
      since = this.model.documentVersion;
      await this.#followFrom(since);
    }
  }

  async #followFrom(since: number): Promise<void> {
    try {
      const changes = await api.call("readDocumentChanges", { params: this.params, query: { since } });
      if (changes.document_version <= this.model.documentVersion) return;
      const blocks = changes.blocks as readonly Block[];
      this.model.take({ ...changes, blocks }, this.#edits.touched);
      this.#scan.note(changes.deleted_block_ids);
      if (changes.order !== null) {
        this.#edits.reapply();
        this.#audio.forgetWindows();
      }
      this.#scan.note(blocks.map((block) => block.id));
      await this.readMedia();
    } catch (error) {
      this.#reportRead(error);
    }
  }

  /** The cast changed somewhere else. */
  async readPeople(registryVersion: number): Promise<void> {
    await this.#people.read(registryVersion).catch((error: unknown) => this.#reportRead(error));
  }

  createPerson(name: string): Promise<Speaker> {
    return this.#people.create(name);
  }

  async #readWindow(from: number, limit: number, anew: boolean): Promise<void> {
    const { epoch } = this.model;
    const ahead = anew && from === 0 ? takeFirstLines(this.#sectionId) : null;
    const answer = await (ahead ?? readLines(this.#sectionId, from, limit));
    const { document } = answer;
    const count = answer.block_count ?? document.blocks.length;
    if (anew) {
      this.model.reset({ documentVersion: document.document_version, title: document.title, count });
      this.#audio.forgetWindows();
    } else if (epoch !== this.model.epoch) return;
    this.#people.set(answer.speakers, answer.speaker_registry_version);
    this.model.fill(from, document.blocks);
    if (this.model.loadedCount > KEPT) {
      this.model.forgetOutside(this.#visible.from - KEPT / 4, this.#visible.to + KEPT / 4);
    }
  }

  /** The places of all lines of the chapter that hold these words. */
  find(words: string, signal: AbortSignal): Promise<readonly number[]> {
    return this.#scan.find(words, signal);
  }

  get scanned(): boolean {
    return this.#scan.isComplete;
  }

  /** Reads the newest script around the first of these lines. */
  async #readAround(ids: readonly string[]): Promise<void> {
    const places = ids.map((id) => this.model.indexOf(id)).filter((index) => index >= 0);
    const from = places.length === 0 ? this.#visible.from : Math.max(0, Math.min(...places) - LINES_BEFORE);
    await this.#readWindow(from, WINDOW, true);
  }

  /** Reads audio states again after edits, once for several edits together. */
  #wantMedia(): void {
    if (this.#mediaIsWanted) return;
    this.#mediaIsWanted = true;
    void this.#edits.settled().then(() => {
      this.#mediaIsWanted = false;
      return this.readMedia();
    });
  }

  /** A failed read leaves what is shown; the next look at the lines tries again. */
  #reportRead(error: unknown): void {
    if (error instanceof ClientError && (error.retryable || error.status === 401)) return;
    this.fault = error;
    this.#changed();
  }

  #changed(): void {
    this.#revision++;
    for (const listener of this.#listeners) listener();
  }
}
