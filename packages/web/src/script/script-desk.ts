// The desk of one chapter: its script, its people, the audio of its lines, and the edits on their way. Connects the model
// with the API; screens read from it and call it.

import type { Block, EditOperation } from "@fullcast/core/document";
import { actorSessionId, api, type BlockMedia, ClientError, change, type Speaker } from "../api/api.ts";
import { newId } from "../api/new-id.ts";
import { EditQueue, type PendingEdit, type Sent } from "./edit-queue.ts";
import { isFlag } from "./flags.ts";
import { isUnsure, wordsOf } from "./line.ts";
import { holdsWords } from "./matching-words.ts";
import { type People, peopleOf } from "./people.ts";
import { rebase } from "./rebase.ts";
import { ScriptModel } from "./script-model.ts";

export interface TextConflict {
  readonly blockId: string;
  readonly mine: string;
  readonly theirs: string;
}

/** Lines of one read, and of one scan for doubts. */
const WINDOW = 200;
const SCAN_WINDOW = 2000;
/** The scan waits until the same lines have been on the screen for this long. */
const QUIET_MS = 400;
/** Lines kept in memory around those on screen. */
const KEPT = 12_000;
/** The audio states of lines are read in windows that begin at multiples of this. */
const MEDIA_WINDOW = 200;

export class ScriptDesk {
  readonly model = new ScriptModel();
  readonly #sectionId: string;
  readonly #projectId: string;
  readonly #queue: EditQueue;
  readonly #media = new Map<string, BlockMedia>();
  /** Windows whose audio states are known; cleared when they may have changed. */
  readonly #mediaKnown = new Set<number>();
  #mediaReading: Promise<void> | null = null;
  #mediaIsWanted = false;
  #textReading = false;
  #following: Promise<void> | null = null;
  #speakers: readonly Speaker[] = [];
  #numbers: readonly string[] = [];
  #people: People = peopleOf([], []);
  readonly #flags = new Map<string, number>();
  #flagOrder: readonly string[] | null = null;
  #unsure = new Map<string, number>();
  #unsureOrder: readonly string[] | null = null;
  #scanned = false;
  #visible = { from: 0, to: WINDOW };
  /** When other lines came onto the screen last. */
  #shownAt = 0;
  #listeners = new Set<() => void>();
  #revision = 0;
  registryVersion = 1;
  loaded = false;
  /** Edits that were made here since the chapter was opened. */
  editCount = 0;
  fault: unknown = null;
  /** Conflicts that wait for an answer. */
  conflicts: readonly TextConflict[] = [];
  /** The last edit that could not be put onto a newer script. */
  lost = false;

  constructor(place: { readonly projectId: string; readonly sectionId: string }) {
    this.#projectId = place.projectId;
    this.#sectionId = place.sectionId;
    this.#queue = new EditQueue({
      send: (edit) => this.#send(edit),
      onChange: () => this.#changed(),
      store: localStorage,
      name: `fullcast.edits.${place.sectionId}`,
    });
    this.model.subscribe(() => this.#changed());
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  revision = (): number => this.#revision;

  get people(): People {
    return this.#people;
  }
  get away(): boolean {
    return this.#queue.away;
  }
  get waiting(): number {
    return this.#queue.waiting.length;
  }
  get params() {
    return { sectionId: this.#sectionId };
  }
  mediaOf(blockId: string): BlockMedia | undefined {
    return this.#media.get(blockId);
  }

  /** Ids of unsure lines in their order; only those found so far while the chapter is still being read. */
  unsureLines(): readonly string[] {
    this.#unsureOrder ??= [...this.#unsure].sort(([, a], [, b]) => a - b).map(([id]) => id);
    return this.#unsureOrder;
  }

  /** Ids of the notes that flag the line above them, in their order; found as unsure lines are. */
  flags(): readonly string[] {
    this.#flagOrder ??= [...this.#flags].sort(([, a], [, b]) => a - b).map(([id]) => id);
    return this.#flagOrder;
  }

  /** Where a line is; for an unsure line that is not loaded, where it was when the chapter was read. */
  placeOf(blockId: string): number {
    const index = this.model.indexOf(blockId);
    return index >= 0 ? index : (this.#unsure.get(blockId) ?? this.#flags.get(blockId) ?? -1);
  }

  async open(): Promise<void> {
    this.fault = null;
    try {
      const media = this.#readMediaWindow(0);
      media.catch(() => undefined);
      await this.#readWindow(0, WINDOW, true);
      this.loaded = true;
      this.#changed();
      this.#reapply();
      void this.#queue.run();
      await media;
      void this.#scan();
      await this.#lookForMedia();
    } catch (error) {
      this.fault = error;
      this.#changed();
    }
  }

  /** Reads what the screen is about to show. */
  show(from: number, to: number): void {
    if (from !== this.#visible.from || to !== this.#visible.to) this.#shownAt = performance.now();
    this.#visible = { from, to };
    this.#lookForText();
    void this.#lookForMedia();
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
        this.#lookForText();
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

  /** Applies the edit here at once and sends it. */
  edit(operations: readonly EditOperation[]): void {
    if (operations.length === 0) return;
    this.editCount++;
    const before = touched(operations).flatMap((id) => this.model.find(id) ?? []);
    this.model.apply(operations, new Set(this.#speakers.map((speaker) => speaker.id)));
    this.#noteMarks([...touched(operations), ...operations.flatMap(created)]);
    this.#queue.add({ id: newId(), operations, before });
  }

  /** Resolves when everything was sent; what comes next sees it. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }

  answerConflict(blockId: string): void {
    this.conflicts = this.conflicts.filter((conflict) => conflict.blockId !== blockId);
    this.#changed();
  }

  forgetLost(): void {
    this.lost = false;
    this.#changed();
  }

  /**
   * Undoes or does again on the server, after everything that waits was sent, and returns what it was in words; null when
   * there is nothing.
   */
  async step(direction: "undo" | "redo"): Promise<string | null> {
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

  async #stepOnce(direction: "undo" | "redo"): Promise<string> {
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
      this.#noteMarks(blocks.map((block) => block.id));
      await this.readMedia();
    }
    return step.entry.summary;
  }

  /** Another tab, a run or an undo changed the script: reads again what is shown. */
  async catchUp(): Promise<void> {
    try {
      await this.#readWindow(this.#visible.from, WINDOW, true);
      this.#reapply();
      this.#scanned = false;
      void this.#scan();
      await this.readMedia();
    } catch (error) {
      this.#reportRead(error);
    }
  }

  /** Reads the audio states of the lines on the screen again; those of other lines when they are shown. */
  async readMedia(): Promise<void> {
    this.#mediaKnown.clear();
    await this.#mediaReading;
    await this.#lookForMedia();
  }

  #lookForMedia(): Promise<void> {
    this.#mediaReading ??= this.#readShownMedia().finally(() => {
      this.#mediaReading = null;
    });
    return this.#mediaReading;
  }

  async #readShownMedia(): Promise<void> {
    try {
      for (let start = this.#unknownMedia(); start !== null; start = this.#unknownMedia()) {
        await this.#readMediaWindow(start);
      }
    } catch (error) {
      this.#reportRead(error);
    }
  }

  /** The first window on the screen whose audio states are not known. */
  #unknownMedia(): number | null {
    const last = Math.min(this.#visible.to, this.model.count) - 1;
    for (let start = windowOf(this.#visible.from); start <= last; start += MEDIA_WINDOW) {
      if (!this.#mediaKnown.has(start)) return start;
    }
    return null;
  }

  async #readMediaWindow(start: number): Promise<void> {
    this.#mediaKnown.add(start);
    try {
      const query = { from_index: start, limit: MEDIA_WINDOW };
      const media = await api.call("readSectionMedia", { params: this.params, query });
      if (this.#media.size > KEPT) {
        this.#media.clear();
        this.#mediaKnown.clear();
        this.#mediaKnown.add(start);
      }
      for (const one of media.blocks) this.#media.set(one.block_id, one);
      this.#changed();
    } catch (error) {
      this.#mediaKnown.delete(start);
      throw error;
    }
  }

  /**
   * Another tab or person made a version of the script: takes over what changed. Lines with edits that are still on their
   * way stay, and the server states the conflict when those are sent.
   */
  follow(version: number): Promise<void> {
    this.#following ??= this.#followNow(version).finally(() => {
      this.#following = null;
    });
    return this.#following;
  }

  async #followNow(version: number): Promise<void> {
    const since = this.model.documentVersion;
    if (!this.loaded || version <= since) return;
    try {
      const changes = await api.call("readDocumentChanges", { params: this.params, query: { since } });
      if (changes.document_version <= this.model.documentVersion) return;
      const kept = new Set(this.#queue.waiting.flatMap((edit) => touched(edit.operations)));
      const blocks = changes.blocks as readonly Block[];
      this.model.take({ ...changes, blocks }, kept);
      for (const id of changes.deleted_block_ids) this.#forgetMarks(id);
      if (changes.order !== null) {
        this.#reapply();
        this.#mediaKnown.clear();
      }
      this.#noteMarks(blocks.map((block) => block.id));
      await this.readMedia();
    } catch (error) {
      this.#reportRead(error);
    }
  }

  /** A line was written here while another tab or person wrote other words into it. */
  reportConflict(conflict: TextConflict): void {
    this.conflicts = [...this.conflicts, conflict];
    this.#changed();
  }

  setSpeakers(speakers: readonly Speaker[], registryVersion: number): void {
    this.#speakers = speakers;
    this.registryVersion = registryVersion;
    this.#people = peopleOf(speakers, this.#numbers);
    this.#numbers = this.#people.numbered.map((speaker) => speaker.id);
    this.#changed();
  }

  /** The cast changed somewhere else. */
  async readPeople(registryVersion: number): Promise<void> {
    if (registryVersion <= this.registryVersion) return;
    try {
      const answer = await api.call("listSpeakers", { params: { projectId: this.#projectId } });
      this.setSpeakers(answer.speakers, answer.speaker_registry_version);
    } catch (error) {
      this.#reportRead(error);
    }
  }

  async createPerson(name: string): Promise<Speaker> {
    const made = await api.call("createSpeaker", {
      params: { projectId: this.#projectId },
      body: {
        schema_version: 1,
        actor_session_id: actorSessionId,
        client_mutation_id: newId(),
        base_speaker_registry_version: this.registryVersion,
        name,
      },
    });
    this.setSpeakers([...this.#speakers, made.speaker], made.speaker_registry_version);
    return made.speaker;
  }

  async #readWindow(from: number, limit: number, anew: boolean): Promise<void> {
    const { epoch } = this.model;
    const answer = await api.call("readDocument", { params: this.params, query: { from_index: from, limit } });
    const { document } = answer;
    const count = answer.block_count ?? document.blocks.length;
    if (anew) {
      this.model.reset({ documentVersion: document.document_version, title: document.title, count });
      this.#mediaKnown.clear();
    } else if (epoch !== this.model.epoch) return;
    this.setSpeakers(answer.speakers, answer.speaker_registry_version);
    this.model.fill(from, document.blocks);
    if (this.model.loadedCount > KEPT) {
      this.model.forgetOutside(this.#visible.from - KEPT / 4, this.#visible.to + KEPT / 4);
    }
  }

  /** Finds the unsure and the flagged lines of the whole chapter; keeps their ids only. */
  async #scan(): Promise<void> {
    const { epoch, count } = this.model;
    this.#unsure.clear();
    this.#unsureOrder = null;
    this.#flags.clear();
    this.#flagOrder = null;
    try {
      for (let from = 0; from < count; from += SCAN_WINDOW) {
        await this.#untilQuiet();
        if (epoch !== this.model.epoch) break;
        const answer = await api.call("readDocument", {
          params: this.params,
          query: { from_index: from, limit: SCAN_WINDOW },
        });
        if (epoch !== this.model.epoch) break;
        for (const [offset, block] of answer.document.blocks.entries()) {
          const held = this.model.find(block.id) ?? block;
          if (isUnsure(held)) this.#unsure.set(block.id, from + offset);
          if (isFlag(held)) this.#flags.set(block.id, from + offset);
        }
        this.#unsureOrder = null;
        this.#flagOrder = null;
        this.#changed();
      }
      this.#scanned = true;
      this.#changed();
    } catch (error) {
      this.#reportRead(error);
    }
  }

  /** What the screen needs comes before what the scan reads. */
  async #untilQuiet(): Promise<void> {
    while (this.#textReading || this.#mediaReading !== null || performance.now() - this.#shownAt < QUIET_MS) {
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS / 4));
    }
  }

  /** The places of all lines of the chapter that hold these words. */
  async find(words: string, signal: AbortSignal): Promise<readonly number[]> {
    const found: number[] = [];
    for (let from = 0; from < this.model.count; from += SCAN_WINDOW) {
      const query = { from_index: from, limit: SCAN_WINDOW };
      const { document } = await api.call("readDocument", { params: this.params, query, signal });
      for (const [offset, block] of document.blocks.entries()) {
        if (holdsWords(wordsOf(this.model.find(block.id) ?? block), words)) found.push(from + offset);
      }
    }
    return found;
  }

  get scanned(): boolean {
    return this.#scanned;
  }

  #noteMarks(ids: readonly string[]): void {
    for (const id of ids) {
      const block = this.model.find(id);
      if (block !== undefined && isUnsure(block)) this.#unsure.set(id, this.model.indexOf(id));
      else this.#unsure.delete(id);
      if (block !== undefined && isFlag(block)) this.#flags.set(id, this.model.indexOf(id));
      else this.#flags.delete(id);
    }
    this.#unsureOrder = null;
    this.#flagOrder = null;
  }

  #forgetMarks(id: string): void {
    this.#unsure.delete(id);
    this.#flags.delete(id);
    this.#unsureOrder = null;
    this.#flagOrder = null;
  }

  async #send(edit: PendingEdit): Promise<Sent> {
    try {
      const answer = await api.call("editDocument", {
        params: this.params,
        body: {
          schema_version: 1,
          actor_session_id: actorSessionId,
          client_mutation_id: edit.id,
          base_document_version: this.model.documentVersion,
          operations: [...edit.operations] as never,
        },
      });
      this.model.documentVersion = Math.max(this.model.documentVersion, answer.document_version);
      this.model.replace(answer.blocks as readonly Block[]);
      this.#noteMarks(answer.blocks.map((block) => block.id));
      this.#wantMedia();
      return { kind: "done" };
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      if (error.status === 0 || error.retryable || error.status === 401) return { kind: "away" };
      if (error.code === "VERSION_CONFLICT") return this.#putOntoNewer(edit);
      this.fault = error;
      await this.catchUp();
      return { kind: "dropped" };
    }
  }

  async #putOntoNewer(edit: PendingEdit): Promise<Sent> {
    const ids = touched(edit.operations);
    const place = Math.max(0, Math.min(...ids.map((id) => this.model.indexOf(id)).filter((index) => index >= 0)) - 20);
    await this.#readWindow(Number.isFinite(place) ? place : this.#visible.from, WINDOW, true);
    const now = new Map(ids.flatMap((id) => this.model.find(id) ?? []).map((block) => [block.id, block]));
    const before = new Map(edit.before.map((block) => [block.id, block]));
    const rebased = rebase(edit.operations, before, now);
    if (rebased.kind === "ready") {
      const again = { ...edit, id: newId(), operations: rebased.operations, before: [...now.values()] };
      this.model.apply(again.operations, new Set(this.#speakers.map((speaker) => speaker.id)));
      return { kind: "again", edit: again };
    }
    if (rebased.kind === "conflict") {
      const { block, mine, theirs } = rebased;
      this.conflicts = [...this.conflicts, { blockId: block.id, mine, theirs }];
    } else this.lost = true;
    this.#changed();
    return { kind: "dropped" };
  }

  #reapply(): void {
    const ids = new Set(this.#speakers.map((speaker) => speaker.id));
    for (const edit of this.#queue.waiting) this.model.apply(edit.operations, ids);
  }

  /** Reads audio states again after edits, once for several edits together. */
  #wantMedia(): void {
    if (this.#mediaIsWanted) return;
    this.#mediaIsWanted = true;
    void this.#queue.settled().then(() => {
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

const windowOf = (index: number): number => Math.floor(index / MEDIA_WINDOW) * MEDIA_WINDOW;

function created(operation: EditOperation): string[] {
  return operation.op === "insert_block" && operation.block.id !== undefined ? [operation.block.id] : [];
}

/** The lines that operations change. */
export function touched(operations: readonly EditOperation[]): readonly string[] {
  return operations.flatMap((operation): readonly string[] => {
    switch (operation.op) {
      case "assign_speaker":
        return operation.block_ids;
      case "merge_blocks":
        return operation.blocks.map((base) => base.block_id);
      case "insert_block":
        return operation.after_block_id === null ? [] : [operation.after_block_id];
      case "set_title":
      case "set_sound_effects_enabled":
        return [];
      default:
        return [operation.block_id];
    }
  });
}
