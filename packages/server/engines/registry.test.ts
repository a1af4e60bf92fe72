import assert from "node:assert/strict";
import { test } from "node:test";
import { openApiDocument } from "@fullcast/contract";
import { createEspeakEngine } from "./espeak/espeak.ts";
import { createEngines, engineRegistry } from "./registry.ts";

test("the embedded engine is there without any setting, with ids of its voices", async () => {
  await using engines = createEngines();
  assert.equal(engines.byProvider("espeak")?.kind, "embedded");
  assert.equal(engines.byProvider("nobody"), undefined);
  const { voices, engine, voice: byId } = await engines.catalogue();
  assert.equal(engine("espeak")?.status, "available");
  assert.ok(voices.length >= 40);
  assert.equal(new Set(voices.map((voice) => voice.voice_id)).size, voices.length);
  for (const voice of voices) {
    assert.match(voice.voice_id, /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.equal(voice.engine_voice_id, voice.id);
    assert.ok(voice.features !== null && voice.available);
    assert.equal(byId(voice.voice_id), voice);
  }
});

test("two engines of one provider are refused", async () => {
  await using a = createEspeakEngine();
  await using b = createEspeakEngine();
  assert.throws(() => engineRegistry([a, b]), /share/);
});

test("the OpenAPI document explains every profile option of the embedded engines, with its range", async () => {
  await using engines = createEngines();
  const { components } = openApiDocument("http://127.0.0.1:7411/v1") as unknown as {
    readonly components: { readonly schemas: { readonly [name: string]: { readonly properties: Options } } };
  };
  interface Options {
    readonly options: { readonly description: string };
  }
  const { description } = components.schemas.GenerationProfileOverride?.properties.options ?? assert.fail();
  for (const { provider, models } of (await engines.catalogue()).engines) {
    const [, own = ""] = description.split(`${provider}: `);
    for (const [name, { min, max }] of models.flatMap((model) => Object.entries(model.options ?? {}))) {
      assert.ok(own.includes(`\`${name}\` (${min} to ${max})`.replace("-", "−")), `${provider} ${name}`);
    }
  }
});
