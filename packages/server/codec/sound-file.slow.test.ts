import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { decodeSoundFile, SoundFileError, type SoundFileFault } from "./decode-sound-file.ts";
import { ENCODED, encodedSound, madeWav, silentWav } from "./made-sounds.ts";
import { openWav } from "./wav-source.ts";

const folder = mkdtempSync(join(tmpdir(), "fullcast-decode-"));
after(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
const SOUND_LIMITS = { min_duration_ms: 100, max_duration_ms: 3_900_000, max_output_bytes: 754_974_720 };

function jobFor(file: Uint8Array, change: Partial<typeof SOUND_LIMITS> = {}) {
  const name = join(folder, String(count++));
  writeFileSync(name, file);
  return { input_path: name, output_path: `${name}.out`, ...SOUND_LIMITS, ...change };
}

async function decoded(file: Uint8Array, change: Partial<typeof SOUND_LIMITS> = {}) {
  const job = jobFor(file, change);
  const sound = await decodeSoundFile(job);
  const bytes = readFileSync(job.output_path);
  assert.equal(bytes.length, sound.size_bytes);
  assert.equal(createHash("sha256").update(bytes).digest("hex"), sound.sha256);
  using source = openWav(job.output_path, "sound");
  assert.deepEqual([source.sampleRate, source.channels], [44_100, sound.channels]);
  assert.equal(sound.duration_ms, Math.round(source.length / 44.1));
  const pcm = Buffer.alloc(source.length * source.channels * 2);
  source.read(pcm, 0);
  return { ...sound, pcm: new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2) };
}

async function refused(file: Uint8Array, fault: SoundFileFault, change: Partial<typeof SOUND_LIMITS> = {}) {
  const job = jobFor(file, change);
  await assert.rejects(decodeSoundFile(job), (error) => {
    assert.ok(error instanceof SoundFileError);
    assert.equal(error.fault, fault, error.message);
    assert.doesNotMatch(error.message, /\/|node_modules/);
    return true;
  });
  assert.ok(!existsSync(job.output_path), "nothing half written remains");
}

describe("a sound that can be used", () => {
  test("16-bit WAV at 44.1 kHz keeps every sample", async () => {
    const file = madeWav({ samples: 22_050 });
    const sound = await decoded(file);
    assert.deepEqual([sound.duration_ms, sound.channels], [500, 1]);
    assert.deepEqual(Buffer.from(sound.pcm.buffer, sound.pcm.byteOffset, sound.pcm.byteLength), file.subarray(44));
    assert.ok(Math.abs(sound.sample_peak_dbfs + 12.04) < 0.05, String(sound.sample_peak_dbfs));
    assert.ok(sound.integrated_lufs > -17 && sound.integrated_lufs < -14, String(sound.integrated_lufs));
  });
  for (const kind of Object.keys(ENCODED) as (keyof typeof ENCODED)[]) {
    test(`${kind} is decoded to its true duration and sound`, async () => {
      const sound = await decoded(await encodedSound(kind, { seconds: 1.5 }));
      assert.equal(sound.channels, 2);
      // ADTS has no information about the encoder's delay and padding, and this FLAC lacks its last, incomplete frame.
      const slack = kind === "aac" || kind === "flac" ? 60 : 15;
      assert.ok(Math.abs(sound.duration_ms - 1_500) <= slack, `${sound.duration_ms} ms`);
      const peak = sound.pcm.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 32_768;
      assert.ok(peak > 0.22 && peak < 0.3, `peak ${peak}`);
    });
  }
  test("192 kHz and 8 channels become 44.1 kHz and two", async () => {
    const high = await decoded(madeWav({ rate: 192_000, samples: 192_000, channels: 2 }));
    assert.deepEqual([high.duration_ms, high.channels], [1_000, 2]);
    const wide = await decoded(madeWav({ rate: 48_000, samples: 48_000, channels: 8 }));
    assert.deepEqual([wide.duration_ms, wide.channels], [1_000, 2]);
    assert.ok(wide.pcm.some((value) => Math.abs(value) > 3_000));
  });
  test("100 ms are enough, and floats over full scale are clipped", async () => {
    const sound = await decoded(madeWav({ samples: 4_410, float: true, value: (index) => (index % 2 === 0 ? 3 : -3) }));
    assert.equal(sound.duration_ms, 100);
    assert.ok(sound.pcm.every((value) => value === 32_767 || value === -32_768));
  });
  test("65 minutes are allowed, and take no more memory than a short one", async () => {
    const sound = await decoded(silentWav(3_900));
    assert.deepEqual([sound.duration_ms, sound.integrated_lufs, sound.sample_peak_dbfs], [3_900_000, -120, -200]);
  });
  test("a stream of unknown length, written as 0xffffffff, is as long as it is", async () => {
    assert.equal((await decoded(madeWav({ samples: 44_100, claimedBytes: 0xffff_ffff }))).duration_ms, 1_000);
  });
});

describe("a file that is refused, with nothing left of it", () => {
  test("one sample, and one sample less than 100 ms", async () => {
    await refused(madeWav({ samples: 1 }), "too_short");
    await refused(madeWav({ samples: 4_387 }), "too_short");
  });
  test("a sound that is longer than the limit", async () => {
    await decoded(madeWav({ samples: 44_100 }), { max_duration_ms: 1_000 });
    await refused(madeWav({ samples: 44_145 }), "too_long", { max_duration_ms: 1_000 });
  });
  test("a sound that is one byte larger than the limit; the longest accepted one is smaller", async () => {
    const { size_bytes } = await decoded(madeWav({ samples: 44_100 }), { max_output_bytes: 88_244 });
    assert.equal(size_bytes, 88_244);
    await refused(madeWav({ samples: 44_100 }), "too_long", { max_output_bytes: 88_243 });
    const { max_duration_ms, max_output_bytes } = SOUND_LIMITS;
    assert.ok((max_duration_ms / 1_000) * 44_100 * 2 * 2 + 44 <= max_output_bytes);
  });
  test("samples that are NaN or infinite", async () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const file = madeWav({ samples: 8_820, float: true, value: (index) => (index === 5_000 ? value : 0) });
      await refused(file, "samples_invalid");
    }
  });
  test("a header that states far more audio than the file has", async () => {
    await refused(madeWav({ samples: 44_100, claimedBytes: 0xf000_0000 }), "truncated");
    const flac = await encodedSound("flac", { seconds: 2 });
    await refused(flac.subarray(0, flac.length / 2), "truncated");
  });
  test("a truncated M4A has lost its index", async () => {
    const file = await encodedSound("m4a", { seconds: 2 });
    await refused(file.subarray(0, file.length / 2), "unreadable");
  });
  test("text, nothing but zeros, and playlists that point at other files", async () => {
    const texts = [
      "This is no sound at all.\n".repeat(500),
      "\u0000".repeat(20_000),
      "ffconcat version 1.0\nfile '/etc/passwd'\n",
      "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n",
      "[playlist]\nFile1=http://127.0.0.1:1/a.mp3\nNumberOfEntries=1\n",
      "v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=audio 5004 RTP/AVP 0\n",
      '<?xml version="1.0"?><MPD><Period><AdaptationSet><Representation><BaseURL>file:///etc/passwd</BaseURL></Representation></AdaptationSet></Period></MPD>',
    ];
    for (const text of texts) await refused(Buffer.from(text), "unreadable");
  });
  test("a codec that is not on the list", async () => {
    const file = madeWav({ samples: 44_100 });
    // 0x11: IMA ADPCM.
    file.writeUInt16LE(0x11, 20);
    file.writeUInt16LE(4, 34);
    await refused(file, "codec_unsupported");
  });
  test("sample rates and channel numbers outside the limits", async () => {
    await refused(madeWav({ rate: 400, samples: 4_000 }), "rate_unsupported");
    await refused(madeWav({ rate: 768_000, samples: 768_000 }), "rate_unsupported");
    await refused(madeWav({ channels: 12, samples: 44_100 }), "channels_unsupported");
  });
  test("a file with only the beginning of a sound file", async () => {
    const mp3 = await encodedSound("mp3", { seconds: 3 });
    for (let at = 2_000; at < mp3.length; at++) mp3[at] = (at * 2_654_435_761) >>> 13;
    await refused(mp3, "unreadable");
  });
});

describe("the process", () => {
  test("is ended when it exceeds its time or memory, or when the caller aborts", async () => {
    const job = () => jobFor(silentWav(3_900));
    const limited = (limits: { wallSeconds?: number; memoryKib?: number; cpuSeconds?: number }) =>
      assert.rejects(decodeSoundFile(job(), { limits }), (error) => {
        assert.ok(error instanceof SoundFileError);
        return error.fault === "limits";
      });
    await limited({ wallSeconds: 0.2 });
    if (process.platform !== "win32") {
      await limited({ cpuSeconds: 1 });
      await limited({ memoryKib: 100_000 });
    }
    const controller = new AbortController();
    const running = decodeSoundFile(job(), { signal: controller.signal });
    setImmediate(() => controller.abort());
    await assert.rejects(running, (error) => error instanceof SoundFileError && error.fault === "aborted");
  });
});
