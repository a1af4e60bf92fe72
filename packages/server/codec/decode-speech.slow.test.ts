import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeSpeech } from "./decode-speech.ts";
import { encodedSound, madeWav } from "./made-sounds.ts";

async function samples(bytes: Uint8Array) {
  const decoded = await decodeSpeech(bytes);
  assert.ok("pcm" in decoded, JSON.stringify(decoded));
  return decoded;
}

async function fault(bytes: Uint8Array, longestMs?: number): Promise<string> {
  const decoded = await decodeSpeech(bytes, longestMs === undefined ? {} : { longestMs });
  assert.ok("fault" in decoded);
  assert.doesNotMatch(decoded.fault, /[/\\]/);
  return decoded.fault;
}

test("16-bit WAV keeps its rate and its samples; two channels become one", async () => {
  const mono = await samples(madeWav({ samples: 2400, rate: 24_000 }));
  assert.deepEqual([mono.pcm.length, mono.sample_rate], [2400, 24_000]);
  const stereo = await samples(
    madeWav({ samples: 2400, channels: 2, value: (_, channel) => (channel === 0 ? 0.5 : 0) }),
  );
  assert.equal(stereo.pcm.length, 2400);
  assert.ok(Math.abs(stereo.pcm[100]! - 8192) <= 1, String(stereo.pcm[100]));
});

test("compressed answers and other samples are decoded in the limited process", async () => {
  const { pcm, sample_rate } = await samples(await encodedSound("mp3", { seconds: 1.5 }));
  assert.ok(Math.abs(pcm.length / sample_rate - 1.5) < 0.1);
  const floats = await samples(madeWav({ samples: 24_000, rate: 24_000, float: true }));
  assert.ok(Math.abs(floats.pcm.length / floats.sample_rate - 1) < 0.01);
});

test("an answer without audio, a truncated answer and one that is far too long are refused with the reason", async () => {
  assert.match(await fault(Buffer.from("<!doctype html><title>Bad gateway</title>")), /no usable audio/);
  assert.match(await fault(Buffer.from('{"error":"later"}')), /no usable audio/);
  assert.match(await fault(new Uint8Array(0)), /no usable audio/);
  assert.match(await fault(madeWav({ samples: 2400 }).subarray(0, 1000)), /ends too early/);
  assert.match(await fault(madeWav({ samples: 24_000, rate: 8_000 }), 1000), /longer than 1 s/);
  assert.match(await fault(await encodedSound("mp3", { seconds: 3 }), 1000), /longer than 1 s/);
});

test("an aborted call rejects with the signal's reason", async () => {
  const reason = new Error("enough");
  await assert.rejects(decodeSpeech(Buffer.from("no audio"), { signal: AbortSignal.abort(reason) }), reason);
});
