// Measures what a language model adds to attribution, with a stand-in on loopback that answers from gold with a chosen error rate.
//   node bench/language-model.ts <gold folder> --scorer <module> [--wrong 0.1] [--threshold 0.8] [--lies]
// A wrong answer is the most plausible wrong one: what the rules chose, or their next candidate. `--lies` makes every answer wrong.
// Prints accuracy without and with the answers, the share of lines asked about, and what a novel takes.

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import {
  answerSchema,
  countLines,
  findQuestions,
  messagesOf,
  type Question,
  readReply,
  settleAnswers,
  sumOfQuestions,
} from "../packages/core/language-model/language-model.ts";
import { languageOf, structureText } from "../packages/core/structure/structure.ts";
import { createChat } from "../packages/server/language-model/chat.ts";
import { type StandInAnswer, startStandIn } from "../packages/server/language-model/stand-in.ts";

interface Gold {
  readonly text: string;
  readonly quotes: readonly {
    readonly spans: readonly (readonly [number, number])[];
    readonly speaker: string | null;
    readonly nested?: boolean;
  }[];
  readonly characters: readonly { readonly name: string; readonly aliases?: readonly string[] }[];
}

interface Score {
  readonly one_to_one: { readonly [slice: string]: { readonly n: number; readonly correct: number } };
  readonly speakers: { readonly spurious: number; readonly lost: number };
  readonly mapping: { readonly [label: string]: string | null };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scorer: { type: "string" },
    wrong: { type: "string", default: "0.1" },
    threshold: { type: "string", default: "0.8" },
    lies: { type: "boolean", default: false },
  },
});
const [folder] = positionals;
const wrong = values.lies ? 1 : Number(values.wrong);
const threshold = Number(values.threshold);
if (folder === undefined || values.scorer === undefined || !(wrong >= 0 && wrong <= 1) || !(threshold >= 0)) {
  process.stderr.write(
    "usage: node bench/language-model.ts <gold folder> --scorer <module> [--wrong 0.1] [--threshold 0.8] [--lies]\n",
  );
  process.exit(2);
}
const { score }: { score(gold: Gold, prediction: object): Score } = await import(
  pathToFileURL(resolve(values.scorer)).href
);

/** Numbers that look random and are the same in every run. */
let seed = 7;
function chance(): number {
  seed = (seed * 1_103_515_245 + 12_345) & 0x7fff_ffff;
  return seed / 0x7fff_ffff;
}

const model = await startStandIn();
const chat = createChat({
  ...{ baseUrl: `${model.url}/v1`, model: "stand-in", apiKey: null, threshold, maxRequests: 0 },
  ...{ maxTokens: null, price: null, maxCost: null },
});
const sums = { texts: 0, characters: 0, lines: 0, asked: 0, answered: 0, refused: 0, requests: 0, tokens: 0, error: 0 };
const before: Score[] = [];
const behind: Score[] = [];
try {
  for (const file of readdirSync(folder).sort()) {
    if (file.endsWith(".json")) await measure(JSON.parse(readFileSync(join(folder, file), "utf8")));
  }
} finally {
  await model[Symbol.asyncDispose]();
}
report();

async function measure(gold: Gold): Promise<void> {
  const script = structureText(gold.text);
  const people = script.characters;
  // A label must identify one person: equal names are distinguished by their position in the cast.
  const labels = people.map(({ name }, index) => `${name} (${index})`);
  const options = { language: languageOf(gold.text) };
  const questions = findQuestions(gold.text, script, people, { ...options, threshold });
  const predict = (speakerOf: (block: number) => string | null) => ({
    blocks: script.blocks.flatMap((block, index) =>
      block.kind === "speech" ? [{ ...block, speaker: speakerOf(index) }] : [],
    ),
  });
  const own = (block: number) => labels[script.blocks[block]!.speaker ?? -1] ?? null;
  const first = score(gold, predict(own));
  const rightPerson = new Map(
    Object.entries(first.mapping).flatMap(([label, name]) => (name === null ? [] : [[name, labels.indexOf(label)]])),
  );
  const goldOf = (block: number): string | null => {
    const { start_utf16, end_utf16 } = script.blocks[block]!;
    const isHere = ([from, to]: readonly [number, number]) => end_utf16 > from + 1 && start_utf16 < to - 1;
    return gold.quotes.find(({ nested, spans }) => !nested && spans.some(isHere))?.speaker ?? null;
  };

  const replies = [];
  for (const question of questions) {
    const lines = new Map(question.lines.map((line) => [line.number, line]));
    model.answer = ({ line }) => answerTo(question, lines.get(line)!, goldOf(lines.get(line)!.blocks[0]!));
    const asked = question.lines.filter((line) => line.asked).length;
    const messages = messagesOf(question, people);
    const estimate = sumOfQuestions([{ messages, asked }]);
    sums.asked += asked;
    sums.requests += 1;
    sums.tokens += estimate.prompt_tokens + estimate.completion_tokens;
    const { content } = await chat.ask(
      { messages, schema: answerSchema(question), maxTokens: 4_000 },
      AbortSignal.timeout(60_000),
    );
    replies.push(readReply(question, content));
  }
  const outcome = settleAnswers(questions, replies, people);
  const speakers = new Map(outcome.settled.flatMap(({ blocks, speaker }) => blocks.map((block) => [block, speaker])));
  const all = [...labels, ...outcome.named.map((name) => `${name} (named)`)];
  before.push(first);
  behind.push(
    score(
      gold,
      predict((block) => all[speakers.get(block) ?? -1] ?? own(block)),
    ),
  );
  sums.texts += 1;
  sums.characters += gold.text.length;
  sums.lines += countLines(gold.text, script);
  sums.answered += outcome.settled.length;
  sums.refused += outcome.refused;
  for (const { blocks, speaker, confidence } of outcome.settled) {
    const name = goldOf(blocks[0]!);
    sums.error += confidence - Number(name !== null && rightPerson.get(name) === speaker);
  }

  function answerTo(question: Question, line: Question["lines"][number], name: string | null): StandInAnswer {
    const right = name === null ? undefined : rightPerson.get(name);
    if (chance() < wrong) {
      const plausible = [line.speaker, ...line.candidates.map(({ speaker }) => speaker), ...question.people];
      const other = plausible.find((person) => person !== null && person !== right);
      return { speaker: `P${(other ?? 0) + 1}` };
    }
    if (name === null) return { speaker: "unknown" };
    if (right !== undefined && question.people.includes(right)) return { speaker: `P${right + 1}` };
    const aliases = gold.characters.find((one) => one.name === name)?.aliases ?? [];
    const used = [name, ...aliases].find((one) => question.excerpt.includes(one));
    return used === undefined ? { speaker: "unknown" } : { speaker: "other", name: used };
  }
}

function report(): void {
  const percent = (share: number) => (100 * share).toFixed(1);
  const accuracy = (scores: readonly Score[], slice: string) => {
    const all = scores.flatMap((one) => one.one_to_one[slice] ?? []);
    return percent(all.reduce((sum, { correct }) => sum + correct, 0) / all.reduce((sum, { n }) => sum + n, 0));
  };
  const each = (scores: readonly Score[], pick: (one: Score) => number) =>
    (scores.reduce((sum, one) => sum + pick(one), 0) / scores.length).toFixed(1);
  for (const [name, scores] of [
    ["rules", before],
    ["with the model", behind],
  ] as const) {
    const slices = ["all", "explicit", "anaphoric", "implicit"].map((slice) => `${slice} ${accuracy(scores, slice)}`);
    const people = `spurious ${each(scores, (one) => one.speakers.spurious)}, lost ${each(scores, (one) => one.speakers.lost)}`;
    process.stdout.write(`${name.padEnd(16)}${slices.join(", ")}; ${people}\n`);
  }
  const { texts, lines, asked, answered, refused, requests, tokens, error, characters } = sums;
  process.stdout.write(
    `${percent(wrong)} % of the answers wrong; asked about ${asked} of ${lines} lines (${percent(asked / lines)} %), ` +
      `${answered} answers taken, ${refused} refused\n` +
      `a text takes ${Math.round(requests / texts)} requests and ${Math.round(tokens / texts)} tokens; ` +
      `1,000 characters ${(asked / (characters / 1_000)).toFixed(2)} lines, a request ${(asked / requests).toFixed(1)} lines and ` +
      `${Math.round(tokens / requests)} tokens\n` +
      `stated confidence is ${percent(Math.abs(error) / answered)} points ${error > 0 ? "too high" : "too low"}\n`,
  );
}
