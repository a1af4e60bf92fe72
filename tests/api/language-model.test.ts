// The optional language model: a stand-in answers about unsure lines, well, badly, late and not at all.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { Writable } from "node:stream";
import { after, before, beforeEach, describe, test } from "node:test";
import { createLog } from "@fullcast/server";
import { type AskedLine, type Mode, startStandIn } from "../../packages/server/language-model/stand-in.ts";
import { refused, sharedServer, startTestServer, type TestServer } from "./server.ts";
import { createStory, prepare, projection, readDocument, studioMutation } from "./story.ts";

const KEY = "sk-secret-key-of-the-model";
const model = await startStandIn();
after(() => model[Symbol.asyncDispose]());
let logged = "";
const stream = new Writable({
  write(chunk, _encoding, done) {
    logged += String(chunk);
    done();
  },
});
const ENV = {
  FULLCAST_LLM_BASE_URL: `${model.url}/v1`,
  FULLCAST_LLM_MODEL: "stand-in",
  FULLCAST_LLM_API_KEY: KEY,
  FULLCAST_LLM_THRESHOLD: "0.9",
  FULLCAST_LLM_PRICE: "1,2",
};
const server = await sharedServer(ENV, createLog("debug", stream));
const { client } = server;

/** Three people in a room: lines without a tag are unsure. */
const SECRET = "zanzibarine";
const story = () =>
  [
    "Mara, Tom and Ines sat by the fire.",
    "“The boat is late,” said Mara.",
    "“It is always late,” said Tom.",
    "“You would say so,” said Ines.",
    `“Somebody should look, by the ${SECRET}.”`,
    "“In this rain?”",
    "“I will go.”",
    "“Take the lamp, Tom.”",
    `The ferryman came in at ${randomUUID()}.`,
    "“Nobody goes out tonight!”",
  ].join("\n\n");

type Tell = (asked: AskedLine) => { readonly speaker: string; readonly name?: string };
const labelOf = ({ people }: AskedLine, name: string) =>
  [...people].find(([, one]) => one === name)?.[0] ?? assert.fail(`${name} is not in the list`);
/** The name that the text puts beside a line; null without one. */
const namedBeside = ({ excerpt, line }: AskedLine) =>
  new RegExp(String.raw`⟦${line}: \?⟧[^\n]*” said (\w+)\.`, "u").exec(excerpt)?.[1] ?? null;
/** Answers right where the text names the speaker, as every useful model does. */
const able =
  (tell: Tell): Tell =>
  (asked) => {
    const name = namedBeside(asked);
    return name === null ? tell(asked) : { speaker: labelOf(asked, name) };
  };
const alwaysInes = able((asked) => ({ speaker: labelOf(asked, "Ines") }));

beforeEach(() => {
  Object.assign(model, { usual: "answers", answer: alwaysInes, more: {} });
  for (const list of [model.next, model.bodies, model.headers]) list.length = 0;
});

async function linesOf({ projectId, sectionId }: Ids, on = client) {
  const [{ document }, { speakers }] = await Promise.all([
    readDocument(on, sectionId),
    on.call("listSpeakers", { params: { projectId } }),
  ]);
  return document.blocks.flatMap((block) => {
    if (block.kind !== "speech" || block.content.type !== "text") return [];
    const evidence = block.content.annotations.find(
      (one) => one.kind === "extension" && one.namespace === "fullcast.attribution",
    );
    const payload = evidence?.kind === "extension" ? evidence.payload : null;
    const name = speakers.find(({ id }) => id === block.speaker_id)?.name ?? null;
    return [{ text: block.content.text.trim(), name, method: payload?.method, confidence: payload?.confidence, block }];
  });
}

interface Ids {
  readonly projectId: string;
  readonly sectionId: string;
}

async function preparedStory(text = story(), on = client) {
  const made = await createStory(on, text, "The Fire");
  const run = await prepare(on, made.projectId, made.sectionId);
  assert.equal(run.run.status, "completed", JSON.stringify(run.run.error_summary));
  return { ...made, run, summary: run.steps[0]!.result_summary as { language_model?: Record<string, unknown> } };
}

describe("unsure lines", () => {
  test("get the speaker that the model names; sure lines, the text and its offsets stay", async () => {
    const made = await preparedStory();
    const { text, summary } = made;
    const lines = await linesOf(made);
    assert.deepEqual(
      lines.slice(0, 3).map(({ name, method }) => [name, method]),
      [
        ["Mara", "tag"],
        ["Tom", "tag"],
        ["Ines", "tag"],
      ],
    );
    const byModel = lines.filter(({ method }) => method === "model");
    assert.ok(byModel.length >= 3, JSON.stringify(lines));
    assert.ok(byModel.every(({ name, confidence }) => name === "Ines" && Number(confidence) >= 0.5));
    assert.equal(projection((await readDocument(client, made.sectionId)).document.blocks), text);
    assert.equal(summary.language_model?.requests, 1);
    assert.equal(summary.language_model?.lines_answered, byModel.length);
    assert.equal(summary.language_model?.stopped, null);
  });

  test("are asked about by number and with a schema; the key is in the header only", async () => {
    await preparedStory();
    const [body] = model.bodies;
    assert.equal(model.headers[0]?.authorization, `Bearer ${KEY}`);
    assert.equal(body?.model, "stand-in");
    const format = body?.response_format as { type: string; json_schema: { strict: boolean; schema: object } };
    assert.deepEqual([format.type, format.json_schema.strict], ["json_schema", true]);
    const words = JSON.stringify(body);
    assert.ok(!words.includes(KEY));
    assert.match(words, /⟦4: \?⟧/u);
    assert.match(words, /⟦\d: P\d⟧/u);
  });

  test("may belong to a person who is not in the list: a name that the story has becomes a speaker, an invented one does not", async () => {
    model.answer = able(({ line }) => ({ speaker: "other", name: line % 2 === 0 ? "the ferryman" : "Zorro" }));
    const lines = await linesOf(await preparedStory());
    assert.ok(lines.some(({ name, method }) => name === "the ferryman" && method === "model"));
    assert.ok(!lines.some(({ name }) => name === "Zorro"));
  });

  test("keep their speakers if the model fails at lines whose speaker the text names", async () => {
    model.answer = (asked) => ({ speaker: labelOf(asked, namedBeside(asked) === "Ines" ? "Tom" : "Ines") });
    const made = await preparedStory();
    assert.ok((await linesOf(made)).every(({ method }) => method !== "model"));
    assert.equal(made.summary.language_model?.stopped, "failed_checks");
    assert.equal(made.summary.language_model?.lines_answered, 0);
  });

  test("keep their speaker against a lie: a line is not spoken by the person that it addresses", async () => {
    model.answer = able((asked) => ({ speaker: labelOf(asked, "Tom") }));
    const made = await preparedStory();
    const { summary } = made;
    const line = (await linesOf(made)).find(({ text }) => text.includes("Take the lamp"));
    assert.notEqual(line?.name, "Tom");
    assert.notEqual(line?.method, "model");
    assert.ok(Number(summary.language_model?.answers_refused) >= 1);
  });

  test("are asked about again in a prepared script, but not those whose speaker a person chose", async () => {
    model.usual = "refuses-key";
    const made = await preparedStory();
    const unsure = (await linesOf(made)).find(({ text }) => text.includes("I will go"));
    const { speakers } = await client.call("listSpeakers", { params: { projectId: made.projectId } });
    const { document } = await readDocument(client, made.sectionId);
    await client.call("editDocument", {
      params: { sectionId: made.sectionId },
      body: {
        ...studioMutation(),
        base_document_version: document.document_version,
        operations: [
          {
            op: "assign_speaker",
            block_ids: [unsure?.block.id ?? ""],
            speaker_id: speakers.find(({ name }) => name === "Mara")?.id ?? "",
          },
        ],
      },
    });
    model.usual = "answers";
    const again = await prepare(client, made.projectId, made.sectionId);
    assert.equal(again.steps[0]?.status, "succeeded", JSON.stringify(again.steps[0]));
    const lines = await linesOf(made);
    const chosen = lines.find(({ text }) => text.includes("I will go"));
    assert.deepEqual([chosen?.name, chosen?.method], ["Mara", "user"]);
    assert.ok(lines.some(({ name, method }) => name === "Ines" && method === "model"));
  });
});

test("a kept answer is not asked for again, also for the same text in another project", async () => {
  const text = story();
  await preparedStory(text);
  const asked = model.bodies.length;
  const again = await preparedStory(text);
  const { summary } = again;
  assert.equal(model.bodies.length, asked);
  assert.deepEqual([summary.language_model?.requests, summary.language_model?.kept_answers], [0, 1]);
  assert.ok((await linesOf(again)).some(({ method }) => method === "model"));
});

describe("a script is as the rules made it, and the state reports why, when the model", () => {
  let own: TestServer;
  before(async () => {
    own = await startTestServer(ENV, createLog("debug", stream));
  });
  after(() => own[Symbol.asyncDispose]());

  /** The last one is not asked again for a minute. */
  const WAYS = {
    nonsense: /without usable JSON/,
    html: /answered in an unknown form/,
    "refuses-key": /refuses the key/,
    quota: /used up/,
    fails: /failed \(status 500\)/,
  } as const;
  for (const [mode, fault] of Object.entries(WAYS)) {
    test(`has the mode "${mode}"`, async () => {
      model.usual = mode as Mode;
      const made = await preparedStory(story(), own.client);
      const { summary } = made;
      const lines = await linesOf(made, own.client);
      assert.ok(lines.length >= 8 && lines.every(({ name, method }) => name !== null && method !== "model"));
      assert.equal(model.bodies.length, mode === "fails" ? 3 : 1);
      assert.equal(summary.language_model?.lines_answered, 0);
      const state = await own.client.call("readLanguageModel");
      assert.equal(state.state, "failing");
      assert.match(state.last_fault ?? "", fault);
      assert.doesNotMatch(state.last_fault ?? "", new RegExp(KEY));
    });
  }
  test("failed just now: the next chapter does not wait for it", async () => {
    const { summary } = await preparedStory(story(), own.client);
    assert.equal(model.bodies.length, 0);
    assert.equal(summary.language_model?.stopped, "unreachable");
  });
});

test("no log has a key or a word of a story", () => {
  assert.ok(logged.includes("the language model did not answer"));
  assert.ok(!logged.includes(KEY) && !logged.includes(SECRET));
});

describe("readLanguageModel", () => {
  test("reports the state to everybody, limits and use only to an administrator", async () => {
    await preparedStory();
    const { installation, ...open } = await client.call("readLanguageModel");
    assert.deepEqual([open.state, open.model, open.threshold, open.last_fault], ["ready", "stand-in", 0.9, null]);
    assert.ok(installation !== null && installation.requests >= 1 && installation.prompt_tokens >= 1_000);
    assert.equal(installation.cost, (installation.prompt_tokens + 2 * installation.completion_tokens) / 1e6);
    const reader = await server.withScopes("studio:read");
    assert.equal((await reader.call("readLanguageModel")).installation, null);
    await refused((await server.withScopes("studio:write")).call("readLanguageModel"), 403, "INSUFFICIENT_SCOPE");
  });
  test("is off without settings, and nothing is asked", async () => {
    await using own = await startTestServer();
    const state = await own.client.call("readLanguageModel");
    assert.deepEqual([state.state, state.model, state.installation], ["off", null, null]);
    const { summary, projectId } = await preparedStory(story(), own.client);
    assert.equal(summary.language_model, undefined);
    assert.equal(model.bodies.length, 0);
    const quote = await own.client.call("quoteLanguageModel", { params: { projectId } });
    assert.deepEqual([quote.enabled, quote.total.requests, quote.total.cost], [false, 0, null]);
  });
});

describe("limits", () => {
  test("of the month are kept: nothing is asked beyond them", async () => {
    await using own = await startTestServer({ ...ENV, FULLCAST_LLM_MAX_COST: "0.0001" });
    const { summary } = await preparedStory(story(), own.client);
    assert.equal(model.bodies.length, 0);
    assert.equal(summary.language_model?.stopped, "limit_reached");
  });
  test("of requests for a section are kept", async () => {
    await using own = await startTestServer({ ...ENV, FULLCAST_LLM_MAX_REQUESTS: "2" });
    const { summary } = await preparedStory(Array.from({ length: 12 }, story).join("\n\n"), own.client);
    assert.equal(model.bodies.length, 2);
    assert.equal(summary.language_model?.stopped, "limit_reached");
  });
});

describe("quoteLanguageModel", () => {
  test("estimates what a project would take before anything is asked, and nothing for what is settled", async () => {
    const { projectId, sectionId } = await createStory(client, story(), "The Quote");
    const quote = await client.call("quoteLanguageModel", { params: { projectId } });
    assert.equal(model.bodies.length, 0);
    assert.deepEqual([quote.enabled, quote.sections.length], [true, 1]);
    assert.ok(quote.total.requests >= 1 && quote.total.lines >= 1 && Number(quote.total.cost) > 0);
    await prepare(client, projectId, sectionId);
    const after = await client.call("quoteLanguageModel", { params: { projectId } });
    assert.ok(after.total.lines < quote.total.lines + 3);
    await refused(client.call("quoteLanguageModel", { params: { projectId: randomUUID() } }), 404, "NOT_FOUND");
  });
});
