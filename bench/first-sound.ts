// The waiting time of a listener: from the request for a mix of an unprepared story to the bytes of its first segment.
// Each server is a fresh installation, so its threads are cold. A second story on the same server shows what that costs.

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createClient } from "../packages/contract/contract.ts";
import { type BenchOptions, type Measurement, measured, median } from "./measurement.ts";
import { type StartedServer, startedServer } from "./started-server.ts";

export const describe =
  "from Play to the first sound of an unprepared story: 590 words, and a novel of 690,000 characters made of our chapter";

const EXAMPLES = join(dirname(import.meta.dirname), "examples");
const NOVEL_CHARACTERS = 690_000;
const WAIT_MS = 10_000;
const HEARD_MS = 30_000;

export async function run({ runs }: BenchOptions): Promise<readonly Measurement[]> {
  const story = readFileSync(join(EXAMPLES, "the-lighthouse.txt"), "utf8");
  const novel = madeNovel(NOVEL_CHARACTERS);
  const times = { story: [] as Heard[], next: [] as Heard[], novel: [] as Heard[] };
  for (let index = 0; index < runs; index++) {
    await using server = await startedServer();
    times.story.push(await firstSound(server, story));
    times.next.push(await firstSound(server, `${story}\n\nThe next evening was quiet.\n`));
    await using other = await startedServer();
    times.novel.push(await firstSound(other, novel));
  }
  return [
    ...rows("story of 590 words", times.story, 1.5),
    ...rows("another story on the same server", times.next),
    ...rows(`novel of ${NOVEL_CHARACTERS} characters`, times.novel, 3),
  ];
}

function rows(name: string, times: readonly Heard[], most?: number): Measurement[] {
  const bound = most === undefined ? undefined : ({ bound: "at most", value: most } as const);
  return [
    measured(name, median(times.map(({ first }) => first)), "s", bound),
    measured(`${name}: silence in its first half minute`, median(times.map(({ silence }) => silence)), "s"),
  ];
}

/** Seconds. */
interface Heard {
  /** From the request for a mix to the last byte of its first segment. */
  readonly first: number;
  /** The waiting time for later segments of a player that started at once. */
  readonly silence: number;
}

async function firstSound({ baseUrl, apiKey }: StartedServer, raw_text: string): Promise<Heard> {
  const client = createClient({ baseUrl, apiKey });
  const ids = { actor_session_id: randomUUID(), client_mutation_id: randomUUID() };
  const { section } = await client.call("createStandaloneSection", {
    body: { schema_version: 1, ...ids, title: "First sound", raw_text },
  });
  const from = performance.now();
  const begun = await client.call("createMixPreview", {
    params: { sectionId: section.id },
    body: { client_mutation_id: randomUUID() },
  });
  let first: number | null = null;
  let silence = 0;
  for (let after = -1; ; ) {
    const mix = await client.call("readMixPreview", {
      params: { previewId: begun.preview_id },
      query: { after, wait_ms: WAIT_MS },
    });
    for (const segment of mix.segments) {
      const answer = await fetch(segment.url);
      if (!answer.ok || (await answer.arrayBuffer()).byteLength === 0) throw new Error("the segment is empty");
      const now = (performance.now() - from) / 1000;
      first ??= now;
      silence = Math.max(silence, now - first - segment.start_ms / 1000);
      after = segment.index;
      if (segment.start_ms + segment.duration_ms > HEARD_MS || mix.state === "complete") return { first, silence };
    }
    if (mix.waiting !== null) throw new Error(`the mix waits: ${mix.waiting.reason}`);
  }
}

const PEOPLE = ["Aldous", "Vane", "Harriet", "Lowe", "Bram", "Pocock"];
const FIRST_NAMES = ["Edmund", "Clara", "Josiah", "Agnes", "Walter", "Beatrice", "Silas", "Dorothy", "Hugh", "Matilda"];
const LAST_NAMES = ["Marsh", "Quill", "Tanner", "Hobb", "Carraway", "Finch", "Lorimer", "Pike", "Sorrel", "Thorne"];

/** Our chapter again and again, every third time with other people, each under its own heading. */
export function madeNovel(characters: number): string {
  const chapter = readFileSync(join(EXAMPLES, "chapter.txt"), "utf8").replace(/^CHAPTER .*\n/, "");
  const parts: string[] = [];
  for (let index = 0, length = 0; length < characters; index++) {
    const cast = Math.floor(index / 3);
    let text = `CHAPTER ${index + 1}\n\n${chapter.trim()}\n\n\n`;
    for (const [at, name] of PEOPLE.entries()) {
      const names = at % 2 === 0 ? FIRST_NAMES : LAST_NAMES;
      if (cast > 0) text = text.replaceAll(new RegExp(`\\b${name}\\b`, "g"), names[(cast * 3 + at) % names.length]!);
    }
    parts.push(text);
    length += text.length;
  }
  return parts.join("").slice(0, characters);
}
