// The edits of a chapter: shown at once, sent one after the other, and put onto newer lines when another tab or person was
// faster. A person is asked only where both wrote other words into one line.

import type { Block, EditOperation } from "@fullcast/core/document";
import { actorSessionId, api, ClientError } from "../api/api.ts";
import { newId } from "../api/new-id.ts";
import { EditQueue, type PendingEdit, type Sent } from "./edit-queue.ts";
import { KeptEdits } from "./kept-edits.ts";
import { rebase } from "./rebase.ts";
import type { ScriptModel } from "./script-model.ts";
import { touched } from "./touched-lines.ts";

export interface TextConflict {
  readonly blockId: string;
  readonly mine: string;
  readonly theirs: string;
}

interface ScriptEditsOptions {
  readonly sectionId: string;
  readonly model: ScriptModel;
  readonly speakerIds: () => ReadonlySet<string>;
  /** Reads the newest script around these lines into the model. */
  readonly readNewest: (blockIds: readonly string[]) => Promise<void>;
  readonly onSaved: (blocks: readonly Block[]) => void;
  /** The server refused an edit, and trying again would change nothing. */
  readonly onRefused: (error: ClientError) => Promise<void>;
  readonly onChange: () => void;
}

export class ScriptEdits {
  readonly #options: ScriptEditsOptions;
  readonly #queue: EditQueue;
  readonly #kept: KeptEdits;
  /** Edits that were made here since the chapter was opened. */
  count = 0;
  /** Conflicts that wait for an answer. */
  conflicts: readonly TextConflict[] = [];
  /** Whether the last edit could not be put onto a newer script. */
  lost = false;

  constructor(options: ScriptEditsOptions) {
    this.#options = options;
    this.#kept = new KeptEdits({
      sectionId: options.sectionId,
      store: localStorage,
      locks: (navigator.locks as LockManager | undefined) ?? null,
    });
    this.#queue = new EditQueue({ send: (edit) => this.#send(edit), onChange: options.onChange, kept: this.#kept });
  }

  get away(): boolean {
    return this.#queue.away;
  }

  get waiting(): number {
    return this.#queue.waiting.length;
  }

  /** The lines of edits that are still on their way. */
  get touched(): ReadonlySet<string> {
    return new Set(this.#queue.waiting.flatMap((edit) => touched(edit.operations)));
  }

  add(operations: readonly EditOperation[], before: readonly Block[]): void {
    this.#queue.add({ id: newId(), operations, before });
  }

  /** Takes over what pages that are gone left unsent. */
  async recover(): Promise<void> {
    await this.#kept.recover((edits) => this.#queue.adopt(edits)).catch(() => undefined);
  }

  /** Sends what waits, for example from before a reload. */
  run(): void {
    void this.#queue.run();
  }

  /** Resolves when everything was sent. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }

  /** Shows the edits that wait again, on a script that was read newly. */
  reapply(): void {
    const { model, speakerIds } = this.#options;
    const ids = speakerIds();
    for (const edit of this.#queue.waiting) model.apply(edit.operations, ids);
  }

  reportConflict(conflict: TextConflict): void {
    this.conflicts = [...this.conflicts, conflict];
    this.#options.onChange();
  }

  answerConflict(blockId: string): void {
    this.conflicts = this.conflicts.filter((conflict) => conflict.blockId !== blockId);
    this.#options.onChange();
  }

  forgetLost(): void {
    this.lost = false;
    this.#options.onChange();
  }

  async #send(edit: PendingEdit): Promise<Sent> {
    const { model, sectionId, onSaved, onRefused } = this.#options;
    try {
      const answer = await api.call("editDocument", {
        params: { sectionId },
        body: {
          schema_version: 1,
          actor_session_id: actorSessionId,
          client_mutation_id: edit.id,
          base_document_version: model.documentVersion,
          operations: [...edit.operations] as never,
        },
      });
      model.documentVersion = Math.max(model.documentVersion, answer.document_version);
      onSaved(answer.blocks as readonly Block[]);
      return { kind: "done" };
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      if (error.status === 0 || error.retryable || error.status === 401) return { kind: "away" };
      if (error.code === "VERSION_CONFLICT") return this.#putOntoNewer(edit);
      await onRefused(error);
      return { kind: "dropped" };
    }
  }

  async #putOntoNewer(edit: PendingEdit): Promise<Sent> {
    const { model, readNewest, speakerIds, onChange } = this.#options;
    const ids = touched(edit.operations);
    await readNewest(ids);
    const now = new Map(ids.flatMap((id) => model.find(id) ?? []).map((block) => [block.id, block]));
    const before = new Map(edit.before.map((block) => [block.id, block]));
    const rebased = rebase(edit.operations, before, now);
    if (rebased.kind === "ready") {
      const again = { ...edit, id: newId(), operations: rebased.operations, before: [...now.values()] };
      model.apply(again.operations, speakerIds());
      return { kind: "again", edit: again };
    }
    if (rebased.kind === "conflict") {
      const { block, mine, theirs } = rebased;
      this.conflicts = [...this.conflicts, { blockId: block.id, mine, theirs }];
    } else this.lost = true;
    onChange();
    return { kind: "dropped" };
  }
}
