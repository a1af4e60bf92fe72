// A new edition of a novel: one sentence in a hundred has another word, two chapters changed places, and one chapter was split.
// The file goes through the API of a real service whose scripts are prepared.

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type Client, createClient } from "../packages/contract/contract.ts";
import { atMost, type BenchOptions, type Measurement, measured, median } from "./measurement.ts";
import { startedServer } from "./started-server.ts";
import { mutation, novel as storyText } from "./studio/stories.ts";

export const describe =
  "a new edition of a novel of 690,000 characters: 1 % of its sentences changed, two chapters exchanged, one split";

const CHARACTERS = 690_000;
const CHAPTERS = 60;
/** Every hundredth sentence. */
const CHANGED = 100;

interface Chapter {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

export async function run({ novel, runs }: BenchOptions): Promise<readonly Measurement[]> {
  const chapters = novel === null ? madeChapters() : chaptersOf(readFileSync(novel, "utf8"));
  const { edition, changed } = editionOf(chapters);
  await using server = await startedServer();
  const client = createClient(server);
  const imported = await client.call("importBook", {
    headers: { "idempotency-key": randomUUID() },
    query: { filename: "novel.md" },
    upload: upload(chapters),
  });
  const projectId = imported.project.id;
  await prepared(
    client,
    projectId,
    imported.sections.map((one) => one.section_id),
  );
  const update = (mode: "preview" | "apply") =>
    client.call("updateFromBook", {
      params: { projectId },
      headers: { "idempotency-key": randomUUID() },
      query: { mode, filename: "novel.md" },
      upload: upload(edition),
    });
  const previews: number[] = [];
  for (let turn = 0; turn < runs; turn++) {
    const from = performance.now();
    await update("preview");
    previews.push((performance.now() - from) / 1000);
  }
  const from = performance.now();
  const { counts } = await update("apply");
  const applied = (performance.now() - from) / 1000;
  const again = await update("preview");
  return [
    measured("preview", median(previews), "s", atMost(5)),
    measured("update", applied, "s"),
    measured("sentences that the edition changes", changed, ""),
    measured("lines that change", counts.lines_changed, "", atMost(changed)),
    measured("lines that are gone", counts.lines_gone, "", atMost(0)),
    measured("lines that the same file changes after it", again.counts.lines_changed, "", atMost(0)),
  ];
}

/** No paragraph occurs twice. */
function madeChapters(): Chapter[] {
  const paragraphs = storyText(CHARACTERS, 1).trim().split("\n\n");
  const own = Math.ceil(paragraphs.length / CHAPTERS);
  return Array.from({ length: CHAPTERS }, (_, at) => ({
    title: `Chapter ${at + 1}`,
    paragraphs: paragraphs.slice(at * own, (at + 1) * own),
  }));
}

function chaptersOf(text: string): Chapter[] {
  const chapters: { title: string; paragraphs: string[] }[] = [];
  for (const part of text.split(/\n\s*\n/).map((one) => one.replaceAll(/\s+/g, " ").trim())) {
    if (/^chapter\b.{0,60}$/i.test(part)) chapters.push({ title: part, paragraphs: [] });
    else if (part !== "") chapters.at(-1)?.paragraphs.push(part);
  }
  if (chapters.length < 8) throw new Error(`the novel has ${chapters.length} chapters; at least 8 are needed`);
  return chapters;
}

/** The new edition, and how many of its sentences have another word. */
function editionOf(chapters: readonly Chapter[]): { readonly edition: readonly Chapter[]; readonly changed: number } {
  let sentences = 0;
  let changed = 0;
  const edition = chapters.map(({ title, paragraphs }) => ({
    title,
    paragraphs: paragraphs.map((paragraph) =>
      paragraph.replaceAll(/[a-z]+(?= [a-z]+[.])/g, (word) => {
        sentences += 1;
        if (sentences % CHANGED !== 0) return word;
        changed += 1;
        return `${word}, once more,`;
      }),
    ),
  }));
  const [first, second] = [Math.floor(edition.length / 4), Math.floor(edition.length / 2)];
  [edition[first], edition[second]] = [edition[second]!, edition[first]!];
  const { title, paragraphs } = edition.at(-2)!;
  const middle = paragraphs.length >> 1;
  const parts = [
    { title, paragraphs: paragraphs.slice(0, middle) },
    { title: `${title}, continued`, paragraphs: paragraphs.slice(middle) },
  ];
  return { edition: edition.toSpliced(-2, 1, ...parts), changed };
}

function upload(chapters: readonly Chapter[]) {
  const text = chapters.map(({ title, paragraphs }) => `# ${title}\n\n${paragraphs.join("\n\n")}\n`).join("\n");
  return { contentType: "text/markdown", bytes: new TextEncoder().encode(text) } as const;
}

/** Makes the script of every chapter. */
async function prepared(client: Client, projectId: string, section_ids: string[]): Promise<void> {
  const { run } = await client.call("startWorkflow", {
    params: { projectId },
    body: { ...mutation(), workflow_kind: "prepare_sections", section_ids },
  });
  for (;;) {
    const { status } = (await client.call("readWorkflow", { params: { workflowRunId: run.id } })).run;
    if (status === "completed") return;
    if (/failed|cancelled|partially/.test(status)) throw new Error(`the preparation ended as ${status}`);
    await pause(500);
  }
}
