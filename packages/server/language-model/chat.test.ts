// Requests to a language model, in the dialects and with the faults of real servers.

import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";
import { EngineError } from "../engines/engine.ts";
import { createChat } from "./chat.ts";
import { type Mode, startStandIn } from "./stand-in.ts";

const KEY = "sk-secret-key";
const model = await startStandIn();
after(() => model[Symbol.asyncDispose]());
beforeEach(() => {
  model.usual = "answers";
  model.bodies.length = 0;
  model.headers.length = 0;
});

const SETTINGS = {
  baseUrl: `${model.url}/v1`,
  model: "stand-in",
  apiKey: KEY,
  threshold: 0.8,
  maxRequests: 10,
  maxTokens: null,
  price: null,
  maxCost: null,
};
const QUESTION = {
  messages: [
    { role: "user" as const, content: "People:\nP1: Ann\n\nStory (language: en):\n⟦1: ?⟧“Yes.”\n\nLines to answer: 1" },
  ],
  schema: { type: "object" },
  maxTokens: 100,
};
const soon = () => AbortSignal.timeout(60_000);

const formats = () =>
  model.bodies.map(({ response_format }) => (response_format as { type: string } | undefined)?.type);

test("a server that takes a schema gets it, with the key in the header only", async () => {
  const { content, tokens } = await createChat(SETTINGS).ask(QUESTION, soon());
  assert.deepEqual(JSON.parse(content).answers, [{ line: 1, speaker: "unknown", name: "" }]);
  assert.deepEqual(tokens, { prompt: 1_000, completion: 100 });
  assert.deepEqual(formats(), ["json_schema"]);
  assert.equal(model.headers[0]?.authorization, `Bearer ${KEY}`);
  assert.ok(!JSON.stringify(model.bodies).includes(KEY));
});

test("without a key no header is sent", async () => {
  await createChat({ ...SETTINGS, apiKey: null }).ask(QUESTION, soon());
  assert.equal(model.headers[0]?.authorization, undefined);
});

test("a server that refuses the schema is asked in simpler ways, and the way that works is remembered", async () => {
  model.usual = "refuses-schema";
  const chat = createChat(SETTINGS);
  await chat.ask(QUESTION, soon());
  assert.deepEqual(formats(), ["json_schema", "json_schema", "json_object", undefined]);
  await chat.ask(QUESTION, soon());
  assert.equal(model.bodies.length, 5);
});

test("a server that refuses max_tokens and temperature is asked without them, still with the schema", async () => {
  model.usual = "refuses-limits";
  await createChat(SETTINGS).ask(QUESTION, soon());
  assert.deepEqual(formats(), ["json_schema", "json_schema"]);
  assert.deepEqual([model.bodies[1]?.max_completion_tokens, model.bodies[1]?.temperature], [100, undefined]);
});

const FAULTS: { readonly [mode in Mode]?: EngineError["kind"] } = {
  html: "broken_answer",
  endless: "broken_answer",
  "refuses-key": "auth",
  quota: "quota",
  fails: "unavailable",
  busy: "busy",
  "breaks-off": "unavailable",
  redirects: "unavailable",
};
for (const [mode, kind] of Object.entries(FAULTS)) {
  test(`the fault of a server in the mode "${mode}" is ${kind}, and its message has no key`, async () => {
    model.usual = mode as Mode;
    await assert.rejects(createChat(SETTINGS).ask(QUESTION, soon()), (error) => {
      assert.ok(error instanceof EngineError);
      assert.equal(error.kind, kind);
      assert.ok(!error.message.includes(KEY));
      return true;
    });
  });
}

test("a server that does not answer is left at the end of the time", async () => {
  model.usual = "hangs";
  await assert.rejects(createChat(SETTINGS).ask(QUESTION, AbortSignal.timeout(200)), { name: "TimeoutError" });
});
