// Everything that a person changes in the studio is undone and done again: random edits of two chapters, the takes of their
// lines, their cast, lexicon, book data, name and order, made with the studio's own operations. All are taken back one by one,
// then all are done again.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { ClientError } from "@fullcast/contract";
import type { Block, EditOperation } from "@fullcast/core/document";
import { madeWav } from "../../packages/server/codec/made-sounds.ts";
import { withDirection, withPause, withPronunciation, wordsIn } from "../../packages/web/src/script/directions.ts";
import { toggleFlag } from "../../packages/web/src/script/flags.ts";
import {
  assignOperations,
  leaveOutOperations,
  mergeOperations,
  textOperation,
} from "../../packages/web/src/script/line-edits.ts";
import { addNote, addSound, deleteLine, isAdded } from "../../packages/web/src/script/new-lines.ts";
import { ScriptModel } from "../../packages/web/src/script/script-model.ts";
import { greyPng } from "./images.ts";
import { refused, sharedServer } from "./server.ts";
import { createAudio, createBook, finished, prepare, readDocument, studioMutation, TEXT } from "./story.ts";

const server = await sharedServer();
const { client } = server;

/** Numbers that repeat from run to run. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What a microphone heard: half a second of a tone between silence. */
const RECORDING = madeWav({
  rate: 22_050,
  channels: 1,
  samples: 33_075,
  value: (at) => (at > 11_025 && at < 22_050 ? 0.3 * Math.sin(at / 10) : 0),
});
const EDITS = 60;
/** Lines of each chapter that have several takes. */
const LINES_WITH_TAKES = 2;
const OTHER_TEXT = "“Tom?” asked Mara.\n\n“Here,” said Tom. “And Ines, too.”\n\nInes nodded. “Yes,” said Ines.\n";

interface Line {
  readonly sectionId: string;
  readonly blockId: string;
}

/** Some lines of each chapter, which are spoken again so that there is something to choose from. */
async function linesWithTakes(sectionIds: readonly string[]): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const sectionId of sectionIds) {
    const { document } = await readDocument(client, sectionId);
    const spoken = document.blocks.filter(({ kind }) => kind === "speech" || kind === "narration");
    for (const { id: blockId } of spoken.slice(0, LINES_WITH_TAKES)) {
      const params = { sectionId, blockId };
      const { run } = await client.call("requestTakes", { params, body: { ...studioMutation(), count: 2 } });
      assert.equal((await finished(client, run.id)).run.status, "completed");
      lines.push(params);
    }
  }
  return lines;
}

/** What a line plays; null while the line is gone. */
async function playedBy(params: Line) {
  try {
    const { active_take_id, locked } = await client.call("listTakes", { params });
    return { active_take_id, locked };
  } catch (error) {
    if (error instanceof ClientError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}

/** Another take for a line, a recording, or another lock; false where it does not fit. */
async function editTakes(params: Line, pick: (below: number) => number): Promise<boolean> {
  if ((await playedBy(params)) === null) return false;
  const { takes, locked, active_take_id } = await client.call("listTakes", { params });
  switch (pick(3)) {
    case 0: {
      const take = takes[pick(takes.length)];
      if (take === undefined || take.id === active_take_id) return false;
      await client.call("activateTake", { params: { ...params, takeId: take.id }, body: studioMutation() });
      return true;
    }
    case 1:
      if (active_take_id === null) return false;
      await client.call("setTakeLock", { params, body: { ...studioMutation(), locked: !locked } });
      return true;
    default: {
      const { document } = await readDocument(client, params.sectionId);
      const kind = document.blocks.find(({ id }) => id === params.blockId)?.kind;
      if (kind !== "speech" && kind !== "narration") return false;
      const upload = { contentType: "audio/wav", bytes: RECORDING } as const;
      await client.call("recordTake", { params, query: { filename: "line.wav" }, upload });
      return true;
    }
  }
}

/** What was done in all the tests of this file. */
const done = new Set<string>();

for (const seed of [1, 2, 3]) {
  test(`${EDITS} random edits of a story are undone one by one and done again (${seed})`, async () => {
    const pick = numbers(seed);
    const one = <T>(all: readonly T[]): T | undefined => all[pick(all.length)];
    const { projectId, sectionIds } = await createBook(client, TEXT, OTHER_TEXT);
    await prepare(client, projectId, ...sectionIds);
    await createAudio(client, projectId, ...sectionIds);
    const lines = await linesWithTakes(sectionIds);
    const { voices } = await client.call("listVoices", { query: { language: "en", limit: 20 } });
    const project = { params: { projectId } };

    const speakersNow = () => client.call("listSpeakers", project);
    const everything = async () => {
      const { speakers } = await speakersNow();
      const { entries } = await client.call("readLexicon", project);
      const chapters = await Promise.all(
        sectionIds.map(async (sectionId) => {
          const { document, sound_effects_enabled } = await readDocument(client, sectionId);
          const blocks = document.blocks.map(({ block_version: _version, ...block }) => block);
          return { title: document.title, sound_effects_enabled, blocks };
        }),
      );
      const { book } = await client.call("readBook", project);
      const { projects } = await client.call("listProjects");
      const name = projects.find(({ id }) => id === projectId)?.name;
      const order = (await client.call("readProjectSections", project)).sections.map(({ id }) => id);
      return { speakers, entries, chapters, takes: await Promise.all(lines.map(playedBy)), book, name, order };
    };
    const historyOf = async (sectionId: string) =>
      (await client.call("readDocumentHistory", { params: { sectionId } })).entries;
    const doneIn = async (sectionId: string) => (await historyOf(sectionId)).filter(({ undone }) => !undone).length;

    /** Operations of one press in the script; none where the press does nothing. */
    const ofScript = (
      model: ScriptModel,
      people: readonly string[],
      narrator: string | null,
    ): readonly EditOperation[] => {
      const at = pick(model.count);
      const line = model.at(at);
      if (line === undefined) return [];
      const { content } = line;
      switch (pick(13)) {
        case 0:
          return assignOperations(model, [line.id], one(people) ?? null);
        case 1:
          return assignOperations(
            model,
            [0, 1, 2].flatMap((step) => model.at(at + step)?.id ?? []),
            one(people) ?? null,
          );
        case 2:
          return mergeOperations(model, at);
        case 3:
          return leaveOutOperations(model, [line.id], narrator);
        case 4:
          return content.type === "text" && content.text.length > 3 && line.kind !== "excluded"
            ? [
                {
                  op: "split_block",
                  block_id: line.id,
                  base_block_version: line.block_version,
                  offset_utf16: 1 + pick(content.text.length - 2),
                  new_block_id: randomUUID(),
                },
              ]
            : [];
        case 5:
          return content.type === "text"
            ? [
                textOperation(line, {
                  ...content,
                  text: `Said again ${pick(1000)}.`,
                  annotations: [],
                  points: [],
                  delivery_control_sets: [],
                }),
              ]
            : [];
        case 6: {
          const direction = {
            intent: one(["whisper", "angry", "sad"]) ?? null,
            strength: 0.5,
            rate: 1.2,
            pitch_semitones: 1,
            volume_db: 0,
            range: 1,
            whisper: pick(2) === 0,
          };
          return content.type === "text" ? [textOperation(line, withDirection(content, direction, randomUUID))] : [];
        }
        case 7:
          return content.type === "text" ? [textOperation(line, withPause(content, 100 * pick(20), randomUUID))] : [];
        case 8: {
          const word = content.type === "text" ? one(wordsIn(content.text)) : undefined;
          return content.type === "text" && word !== undefined
            ? [textOperation(line, withPronunciation(content, word, one(["/ˈmɑːrə/", "Mahra", ""]) ?? "", randomUUID))]
            : [];
        }
        case 9:
          return toggleFlag(model, at, randomUUID());
        case 10:
          return [addNote(line, `Note ${pick(1000)}`, randomUUID())];
        case 11: {
          const place = pick(2) === 0 ? null : { beginsWith: line.id, until: model.at(at + 2)?.id ?? null };
          return [
            addSound(
              line,
              model.at(at - 1),
              { prompt: "rain on a roof", duration_ms: 2000 },
              isAdded(line) ? null : place,
              randomUUID(),
            ),
          ];
        }
        default: {
          const added = Array.from({ length: model.count }, (_, index) => model.at(index)).filter(
            (block): block is Block => block !== undefined && isAdded(block),
          );
          const gone = one(added);
          return gone === undefined ? [{ op: "set_title", title: `Title ${pick(1000)}` }] : [deleteLine(gone)];
        }
      }
    };

    const editScript = async (sectionId: string): Promise<boolean> => {
      const { document, speakers } = await readDocument(client, sectionId);
      const model = new ScriptModel();
      model.reset({ documentVersion: document.document_version, title: document.title, count: document.blocks.length });
      model.fill(0, document.blocks as readonly Block[]);
      const narrator = speakers.find(({ role }) => role === "narrator")?.id ?? null;
      const operations = ofScript(
        model,
        speakers.map(({ id }) => id),
        narrator,
      );
      if (operations.length === 0) return false;
      await client.call("editDocument", {
        params: { sectionId },
        body: {
          ...studioMutation(),
          base_document_version: document.document_version,
          operations: operations as never,
        },
      });
      return true;
    };

    /** A change of the cast, the lexicon or a whole script; false where it does not fit. */
    const editStory = async (sectionId: string): Promise<boolean> => {
      const { speakers, speaker_registry_version } = await speakersNow();
      const body = { ...studioMutation(), base_speaker_registry_version: speaker_registry_version };
      const others = speakers.filter(({ role }) => role !== "narrator");
      const person = one(others);
      const { document } = await readDocument(client, sectionId);
      const script = { ...studioMutation(), base_document_version: document.document_version };
      switch (pick(9)) {
        case 0:
          await client.call("createSpeaker", { ...project, body: { ...body, name: `Person ${pick(100_000)}` } });
          return true;
        case 1:
          if (person === undefined) return false;
          await client.call("changeSpeaker", {
            params: { projectId, speakerId: person.id },
            body: { ...body, name: `Name ${pick(100_000)}`, aliases: [`Alias ${pick(100_000)}`], gender: "female" },
          });
          return true;
        case 2: {
          const cast = one(speakers);
          await client.call("castSpeaker", {
            params: { projectId, speakerId: cast?.id ?? "" },
            body: { ...body, voice_id: one(voices)?.voice_id ?? "" },
          });
          return true;
        }
        case 3: {
          const into = one(speakers.filter(({ id }) => id !== person?.id));
          if (person === undefined || into === undefined) return false;
          await client.call("mergeSpeakers", {
            ...project,
            body: { ...body, from_speaker_ids: [person.id], into_speaker_id: into.id },
          });
          return true;
        }
        case 4: {
          const { lexicon_version, entries } = await client.call("readLexicon", project);
          const gone = one(entries);
          const known = new Set(entries.map(({ term: word }) => word));
          const term = one(["Mara", "Tom", "sill", "fire", "drops", "boat", "hour"].filter((word) => !known.has(word)));
          if (term === undefined) return false;
          const entry = {
            term,
            case_sensitive: true,
            alphabet: "alias" as const,
            value: `Say ${pick(1000)}`,
            language: one([null, "en", "de"]) ?? null,
            speaker_id: null,
          };
          const takesAway = gone !== undefined && pick(2) === 0;
          await client.call("changeLexicon", {
            ...project,
            body: {
              ...studioMutation(),
              base_lexicon_version: lexicon_version,
              upsert: takesAway ? [] : [entry],
              delete: takesAway ? [gone.id] : [],
            },
          });
          return true;
        }
        case 5:
          await client.call("changeProjectCasting", {
            ...project,
            body: { schema_version: 1, narrator_only: pick(2) === 0 },
          });
          return true;
        case 6:
          if (document.document_version < 3) return false;
          await client.call("restoreDocument", {
            params: { sectionId },
            body: { ...script, document_version: 1 + pick(document.document_version - 1) },
          });
          return true;
        case 7:
          await client.call("replaceText", {
            ...project,
            body: {
              ...studioMutation(),
              q: one(["Mara", "the", "said"]) ?? "",
              replacement: `word${pick(100)}`,
              sections: [{ section_id: sectionId, base_document_version: document.document_version }],
            },
          });
          return true;
        default: {
          const { text } = await client.call("readScript", { params: { sectionId } });
          const lines = text.split("\n\n");
          const more = pick(2) === 0 ? `NEW PERSON ${pick(3)}: Line ${pick(1000)}.` : `Narration ${pick(1000)}.`;
          lines.splice(pick(lines.length), 0, more);
          await client.call("importScript", { params: { sectionId }, body: { ...script, text: lines.join("\n\n") } });
          return true;
        }
      }
    };

    /** A change of the book, the name or the order; false where it does not fit. */
    const editBook = async (sectionId: string): Promise<boolean> => {
      switch (pick(6)) {
        case 0: {
          const author = one([null, "A. Writer", "B. Writer"]) ?? null;
          await client.call("changeBook", { ...project, body: { schema_version: 1, author } });
          return true;
        }
        case 1: {
          const language = one([null, "en", "de"]) ?? null;
          await client.call("changeBook", { ...project, body: { schema_version: 1, language } });
          return true;
        }
        case 2: {
          const contributors = [{ name: `Reader ${pick(100)}`, role: "nrt" }];
          await client.call("changeBook", {
            ...project,
            body: { schema_version: 1, title: `Book ${pick(100)}`, description: "Of boats.", contributors },
          });
          return true;
        }
        case 3: {
          const bytes = greyPng(10 + pick(3), 10);
          await client.call("putBookCover", { ...project, upload: { contentType: "image/png", bytes } });
          return true;
        }
        case 4:
          await client.call("changeProject", { ...project, body: { schema_version: 1, name: `Name ${pick(100)}` } });
          return true;
        default: {
          const { section_order_version } = await client.call("readProjectSections", project);
          await client.call("moveSection", {
            params: { projectId, sectionId },
            body: {
              ...studioMutation(),
              base_section_order_version: section_order_version ?? 1,
              to_index: pick(sectionIds.length),
            },
          });
          return true;
        }
      }
    };

    const states = [await everything()];
    const made: { readonly sectionId: string; readonly entries: number; readonly what: string }[] = [];
    while (made.length < EDITS) {
      const room = pick(12);
      const line = room < 3 ? one(lines) : undefined;
      const sectionId = line?.sectionId ?? one(sectionIds) ?? "";
      const before = await doneIn(sectionId);
      const isDone = await (line !== undefined
        ? editTakes(line, pick)
        : room < 6
          ? editStory(sectionId)
          : room < 8
            ? editBook(sectionId)
            : editScript(sectionId));
      if (!isDone) continue;
      const entries = (await doneIn(sectionId)) - before;
      const state = await everything();
      if (entries === 0) {
        assert.deepEqual(state, states.at(-1), "a change that cannot be undone");
        continue;
      }
      states.push(state);
      const what = (await historyOf(sectionId))[0]?.summary ?? "";
      made.push({ sectionId, entries, what });
      done.add(what.replace(/:.*/s, ""));
    }

    const step = async (direction: "undoDocument" | "redoDocument", sectionId: string) => {
      const { document } = await readDocument(client, sectionId);
      return client.call(direction, {
        params: { sectionId },
        body: { ...studioMutation(), base_document_version: document.document_version },
      });
    };
    for (const [at, { sectionId, entries, what }] of [...made.entries()].reverse()) {
      for (let count = 0; count < entries; count++) {
        await step("undoDocument", sectionId);
      }
      assert.deepEqual(await everything(), states[at], `after undoing edit ${at + 1}: ${what}`);
    }
    for (const sectionId of sectionIds) await refused(step("undoDocument", sectionId), 409, "NOTHING_TO_UNDO");
    for (const [at, { sectionId, entries, what }] of made.entries()) {
      for (let count = 0; count < entries; count++) await step("redoDocument", sectionId);
      assert.deepEqual(await everything(), states[at + 1], `after doing edit ${at + 1} again: ${what}`);
    }
    for (const sectionId of sectionIds) await refused(step("redoDocument", sectionId), 409, "NOTHING_TO_UNDO");
  });
}

test("the random edits contain each kind of edit of takes and of the book", () => {
  const kinds = [
    "Chose a take",
    "Locked a line",
    "Unlocked a line",
    "Recorded a take",
    "Changed the author of the book",
    "Changed the language of the book",
    "Changed the cover of the book",
    "Changed the book data",
    "Renamed the story",
    "Moved a chapter",
  ];
  assert.deepEqual(
    kinds.filter((kind) => !done.has(kind)),
    [],
  );
});
