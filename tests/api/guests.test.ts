// People who lend a voice: a link for one character, the consent, recordings, what the owner does with them, a withdrawal.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { type GuestLine, LIMITS } from "@fullcast/contract";
import { readWav } from "@fullcast/core/audio-files";
import { encodedSound, madeWav } from "../../packages/server/codec/made-sounds.ts";
import { inDatabase } from "./in-database.ts";
import { poll, refused, sharedServer } from "./server.ts";
import {
  createBook,
  exportStory,
  playbackManifest,
  prepare,
  readDocument,
  spokenStory,
  studioMutation,
} from "./story.ts";

const server = await sharedServer();
const { client } = server;
/** Without a key. */
const guest = server.withKey("");

const story = await spokenStory(client);
const { speakers } = await client.call("listSpeakers", { params: { projectId: story.projectId } });
const { blocks } = (await readDocument(client, story.sectionId)).document;
const first = blocks.find(({ kind }) => kind === "speech") ?? assert.fail("no speech");
const speaker = speakers.find(({ id }) => id === first.speaker_id) ?? assert.fail("no speaker");
const own = blocks.filter(({ speaker_id }) => speaker_id === speaker.id);
const spoken = await voiceOf(first.id);

async function voiceOf(blockId: string) {
  const { takes } = await client.call("listTakes", { params: { sectionId: story.sectionId, blockId } });
  const bytes = new Uint8Array(await (await fetch(takes[0]?.url ?? assert.fail("no take"))).arrayBuffer());
  const wav = readWav(bytes);
  return wav === null || wav === "truncated" ? assert.fail("no WAV file") : wav;
}

function random(seed = 7) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** The spoken line between pauses, with noise at this level (dBFS); every seed gives other bytes. */
function voice({ noise = -70, gain = 1, seed = 7 } = {}) {
  const rate = spoken.sample_rate;
  const level = 10 ** (noise / 20) * Math.sqrt(3);
  const next = random(seed);
  return madeWav({
    rate,
    samples: spoken.pcm.length + 2 * rate,
    value: (i) => level * next() + (gain * (spoken.pcm[i - rate] ?? 0)) / 32_768,
  });
}

const tokenOf = (url: string) => url.split("/").at(-1) ?? "";

async function newLink(more: object = {}, of = story.projectId, speakerId = speaker.id) {
  const { guest_link, url } = await client.call("createGuestLink", {
    params: { projectId: of },
    body: { schema_version: 1, speaker_id: speakerId, guest_name: "Ann", asked_by: "Ben", days: 7, ...more },
  });
  return { id: guest_link.id, token: tokenOf(url), url };
}

async function agree(token: string, name = "Ann Miller") {
  const params = { guestToken: token };
  const { consent_text } = await guest.call("readGuest", { params, query: { language: "en" } });
  const body = { name, language: "en" as const, text_sha256: consent_text.text_sha256 };
  return guest.call("agreeAsGuest", { params, body });
}

async function agreedLink(more: object = {}) {
  const link = await newLink(more);
  await agree(link.token);
  return link;
}

const linesOf = (guestToken: string, query: object = {}) =>
  guest.call("listGuestLines", { params: { guestToken }, query });
const record = (guestToken: string, blockId: string, bytes: Uint8Array<ArrayBuffer>, sectionId = story.sectionId) =>
  guest.call("recordAsGuest", {
    params: { guestToken, sectionId, blockId },
    upload: { contentType: "audio/wav", bytes },
  });
const send = (guestToken: string) => guest.call("sendAsGuest", { params: { guestToken } });
const withdraw = (guestToken: string) => guest.call("withdrawAsGuest", { params: { guestToken } });
const linkOf = async (id: string) =>
  (await client.call("listGuestLinks", { params: { projectId: story.projectId } })).guest_links.find(
    (link) => link.id === id,
  ) ?? assert.fail("the link is gone");
const waiting = (guestLinkId: string) => client.call("listGuestRecordings", { params: { guestLinkId } });
const takesOf = (blockId: string, sectionId = story.sectionId) =>
  client.call("listTakes", { params: { sectionId, blockId } });
const kinds = ({ recording }: GuestLine) => recording?.findings.map(({ kind }) => kind) ?? [];

test("events report what a guest does: the link is made and opened, the consent, what is sent, withdrawn", async (t) => {
  const ending = new AbortController();
  t.after(() => ending.abort());
  const opened = Promise.withResolvers<void>();
  const seen: string[] = [];
  const followed = (async () => {
    const events = await client.call("followProjectEvents", {
      params: { projectId: story.projectId },
      signal: ending.signal,
      onOpen: opened.resolve,
    });
    for await (const event of events) if (event.event === "guests") seen.push(event.data.guest_link_id);
  })();
  // Without a last id the stream begins with what happens after it is open.
  await Promise.race([opened.promise, followed]);
  /** Waits for an event of the link after what was seen before `act`. */
  const reported = async (act: () => Promise<unknown>, id?: string) => {
    const before = seen.length;
    await act();
    await poll<readonly string[]>(
      async () => seen.slice(before),
      (ids) => (id === undefined ? ids.length > 0 : ids.includes(id)),
    );
  };
  let link: { readonly id: string; readonly token: string } | undefined;
  await reported(async () => {
    link = await newLink();
  });
  const { id, token } = link ?? assert.fail("no link");
  assert.equal(seen.at(-1), id);
  await reported(() => guest.call("readGuest", { params: { guestToken: token }, query: {} }), id);
  await reported(() => agree(token), id);
  const before = seen.length;
  await record(token, first.id, voice({ seed: 41 }));
  // A draft raises none: what is sent is the next one.
  await reported(() => send(token), id);
  assert.deepEqual(seen.slice(before), [id]);
  await reported(() => withdraw(token), id);
  ending.abort();
  await followed;
});

describe("a guest link", () => {
  test("asks for a consent in the guest's language, keeps it with text and time, and shows no line before it", async () => {
    const { id, token } = await newLink();
    assert.match(token, /^[A-Za-z0-9_-]{22}$/);
    assert.equal((await linkOf(id)).opened_at, null);
    const params = { guestToken: token };
    await refused(linesOf(token), 409, "CONSENT_REQUIRED");
    await refused(record(token, first.id, voice()), 409, "CONSENT_REQUIRED");
    await refused(send(token), 409, "CONSENT_REQUIRED");
    const german = await guest.call("readGuest", { params, query: { language: "de" } });
    assert.match(german.consent_text.text, /^Ben bittet dich/);
    assert.deepEqual([german.door, german.person, german.consent], ["lines", speaker.name, null]);
    const { text_sha256 } = german.consent_text;
    await refused(
      guest.call("agreeAsGuest", { params, body: { name: "Ann", language: "en", text_sha256 } }),
      409,
      "CONSENT_TEXT_CHANGED",
    );
    // The same link opened twice: the first consent stays.
    const twice = await Promise.all(
      ["Ann Miller", "Somebody"].map((name) =>
        guest.call("agreeAsGuest", { params, body: { name, language: "de", text_sha256 } }),
      ),
    );
    assert.deepEqual(twice[0]?.consent, twice[1]?.consent);
    const { consent: kept, opened_at } = await linkOf(id);
    assert.ok(opened_at !== null && opened_at <= (kept?.agreed_at ?? ""));
    assert.equal(kept?.text, german.consent_text.text);
    assert.deepEqual([kept?.language, kept?.withdrawn_at], ["de", null]);
    const listed = await client.call("listGuestLinks", { params: { projectId: story.projectId } });
    assert.ok(!JSON.stringify(listed).includes(token));
  });

  test("shows the lines of its character in order with the line before, and nothing else of the story", async () => {
    const { token } = await agreedLink();
    const { total, lines } = await linesOf(token);
    assert.deepEqual(
      [total, lines.map(({ block_id }) => block_id), lines.map(({ number }) => number)],
      [own.length, own.map(({ id }) => id), own.map((_, at) => at + 1)],
    );
    for (const line of lines) {
      const at = blocks.findIndex(({ id }) => id === line.block_id);
      const spoken = blocks.slice(0, at).filter(({ kind }) => kind === "speech" || kind === "narration");
      const [speech, before] = [spoken.at(-2), spoken.at(-1)];
      const wordsOf = (block: typeof before) => (block?.content.type === "text" ? block.content.text.trim() : null);
      // Behind a tag the speech of another person is a part of the cue.
      const hasSpeech = before?.kind === "narration" && speech?.kind === "speech" && speech.speaker_id !== speaker.id;
      const words = hasSpeech ? `${wordsOf(speech)} ${wordsOf(before)}` : wordsOf(before);
      assert.equal(line.cue?.text ?? null, words);
    }
    assert.deepEqual((await linesOf(token, { from: 1, limit: 1 })).lines, lines.slice(1, 2));
    const hidden = await agreedLink({ shows_cue: false });
    assert.ok((await linesOf(hidden.token)).lines.every(({ cue }) => cue === null));
    const others = blocks.filter(({ speaker_id, kind }) => speaker_id !== speaker.id && kind !== "note");
    for (const { id } of others) await refused(record(token, id, voice()), 404, "NOT_FOUND");
    const other = await createBook(client, "A secret.");
    await prepare(client, other.projectId, ...other.sectionIds);
    const [section = ""] = other.sectionIds;
    const secret = (await readDocument(client, section)).document.blocks[0]?.id ?? "";
    await refused(record(token, secret, voice(), section), 404, "NOT_FOUND");
  });

  test("of an unknown token, and one that ended without a consent, is 404", async () => {
    for (const guestToken of ["x", "A".repeat(22), "../../etc"]) {
      await refused(guest.call("readGuest", { params: { guestToken }, query: {} }), 404, "NOT_FOUND");
    }
    const { id, token } = await newLink();
    await client.call("revokeGuestLink", { params: { guestLinkId: id } });
    await refused(guest.call("readGuest", { params: { guestToken: token }, query: {} }), 404, "NOT_FOUND");
    await refused(newLink({}, story.projectId, randomUUID()), 404, "NOT_FOUND");
  });
});

describe("a guest's recording", () => {
  test("is trimmed and kept as a draft that only the guest hears; a retake replaces it", async () => {
    const { id, token } = await agreedLink();
    const { line } = await record(token, first.id, voice());
    assert.deepEqual([line.recording?.state, line.recording?.matches_line, kinds(line)], ["draft", true, []]);
    const again = (await record(token, first.id, voice({ seed: 8 }))).line.recording;
    assert.notEqual(again?.id, line.recording?.id);
    const params = { guestToken: token, guestRecordingId: again?.id ?? "" };
    const heard = await server.request(`/guests/${token}/recordings/${params.guestRecordingId}`, { key: null });
    assert.deepEqual([heard.status, heard.headers.get("content-type")], [200, "audio/wav"]);
    const old = await server.request(`/guests/${token}/recordings/${line.recording?.id}`, { key: null });
    assert.equal(old.status, 404);
    const elsewhere = await agreedLink();
    const stolen = await server.request(`/guests/${elsewhere.token}/recordings/${again?.id}`, { key: null });
    assert.equal(stolen.status, 404);
    assert.equal((await server.request(`/studio/guest-recordings/${again?.id}`)).status, 404);
    const link = await linkOf(id);
    assert.deepEqual([link.drafts, link.waiting, link.used], [1, 0, 0]);
    assert.ok(link.stored_bytes > 10_000);
    assert.deepEqual((await waiting(id)).recordings, []);
  });

  test("states what can be heard: a quiet voice, noise, music, missing words", async () => {
    const { token } = await agreedLink();
    const found = async (bytes: Uint8Array<ArrayBuffer>) => kinds((await record(token, first.id, bytes)).line);
    assert.ok((await found(voice({ gain: 0.04, noise: -95 }))).includes("quiet"));
    assert.ok((await found(voice({ noise: -38 }))).includes("room_noise"));
    const music = madeWav({
      samples: 44_100 * 6,
      value: (i) => 0.1 * [262, 330, 392].reduce((sum, hz) => sum + Math.sin((2 * Math.PI * hz * i) / 44_100), 0),
    });
    assert.ok((await found(music)).includes("room_noise"));
  });

  test("is taken in the formats that browsers record: WebM and Ogg with Opus, MP4 with AAC", async () => {
    const { token } = await agreedLink();
    const types = { webm: "audio/webm", ogg: "audio/ogg", m4a: "audio/mp4" } as const;
    for (const kind of ["webm", "ogg", "m4a"] as const) {
      const bytes = new Uint8Array(await encodedSound(kind, { seconds: 2, channels: 1 }));
      const { line } = await guest.call("recordAsGuest", {
        params: { guestToken: token, sectionId: story.sectionId, blockId: first.id },
        upload: { contentType: types[kind], bytes },
      });
      const { recording } = line;
      assert.ok(
        recording !== null && Math.abs(recording.duration_ms - 2_000) < 300,
        `${kind} ${recording?.duration_ms}`,
      );
    }
  });

  test("that is silent, no sound, longer than LIMITS.guest_recording_duration_ms or 40 minutes of noise is refused, and nothing is stored", async () => {
    const { id, token } = await agreedLink();
    const reason = async (bytes: Uint8Array<ArrayBuffer>) =>
      (await refused(record(token, first.id, bytes), 400, "RECORDING_UNREADABLE")).details.reason;
    assert.equal(await reason(madeWav({ samples: 88_200, value: () => 0 })), "silent");
    assert.equal(await reason(Buffer.from("This is no sound.")), "unreadable");
    assert.equal(await reason(madeWav({ samples: 2_000 })), "too_short");
    const next = random();
    const minutes = LIMITS.guest_recording_duration_ms.max / 60_000 + 1;
    assert.equal(
      await reason(madeWav({ rate: 8_000, samples: 8_000 * 60 * minutes, value: () => next() / 4 })),
      "too_long",
    );
    const noise = madeWav({ rate: 8_000, samples: 8_000 * 60 * 40, value: () => 0.1 });
    await refused(record(token, first.id, noise), 400, "REQUEST_TOO_LARGE");
    const link = await linkOf(id);
    assert.deepEqual([link.drafts, link.stored_bytes], [0, 0]);
  });

  test("of more than LIMITS.guest_recording_bytes is refused before it is read", async () => {
    const { token } = await agreedLink();
    const big = Buffer.alloc(LIMITS.guest_recording_bytes + 1);
    await refused(record(token, first.id, big), 400, "REQUEST_TOO_LARGE");
  });

  test("uploaded many times at once: two at a time, the others are 429, and the line has one draft", async () => {
    const { id, token } = await agreedLink();
    const answers = await Promise.allSettled(
      Array.from({ length: 6 }, (_, seed) => record(token, first.id, voice({ seed: seed + 1 }))),
    );
    const refusals = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason.code] : []));
    assert.ok(refusals.length >= 1 && refusals.length < 6, `${refusals.length}`);
    assert.ok(refusals.every((code) => code === "RATE_LIMITED"));
    assert.equal((await linkOf(id)).drafts, 1);
  });

  test("counts for the limit of its link, LIMITS.guest_link_megabytes, and for the storage of the owner", async () => {
    const { min, max } = LIMITS.guest_link_megabytes;
    for (const limit_megabytes of [min - 1, max + 1])
      await refused(newLink({ limit_megabytes }), 400, "INVALID_REQUEST");
    const { token } = await agreedLink({ limit_megabytes: min });
    const [one, two] = own;
    assert.ok(one !== undefined && two !== undefined);
    const next = random();
    const minute = madeWav({ samples: 44_100 * 65, value: () => next() / 4 });
    const before = (await client.call("readStorage")).storage.stored_bytes;
    await record(token, one.id, minute);
    const stored = (await client.call("readStorage")).storage.stored_bytes - before;
    assert.ok(stored > 5_000_000 && stored < 6_000_000, `${stored}`);
    const { details } = await refused(record(token, two.id, minute), 409, "GUEST_LIMIT_REACHED");
    assert.equal(details.limit_megabytes, min);
    // A retake takes the place of the draft.
    await record(token, one.id, minute);
  });
});

describe("a sent recording", () => {
  test("waits for the owner, who hears it, and uses or deletes it; undo takes a use back", async () => {
    const { id, token } = await agreedLink();
    const [one, two] = own;
    assert.ok(one !== undefined && two !== undefined);
    const before = await takesOf(one.id);
    await record(token, one.id, voice({ seed: 21 }));
    await record(token, two.id, voice({ seed: 22 }));
    assert.equal((await send(token)).sent, 2);
    assert.equal((await send(token)).sent, 0);
    assert.deepEqual(
      (await takesOf(one.id)).takes.map((take) => take.id),
      before.takes.map((take) => take.id),
    );
    const { recordings } = await waiting(id);
    assert.deepEqual(
      recordings.map(({ block_id, matches_line }) => [block_id, matches_line]),
      [one, two].map((block) => [block.id, true]),
    );
    const [use, decline] = recordings.map((recording) => recording.id);
    const heard = await server.request(`/studio/guest-recordings/${use}`);
    assert.deepEqual([heard.status, heard.headers.get("content-type")], [200, "audio/wav"]);

    await client.call("declineGuestRecording", { params: { guestRecordingId: decline ?? "" } });
    const { take_id } = await client.call("useGuestRecording", { params: { guestRecordingId: use ?? "" } });
    const after = await takesOf(one.id);
    assert.deepEqual([after.active_take_id, after.takes.length], [take_id, before.takes.length + 1]);
    await refused(client.call("useGuestRecording", { params: { guestRecordingId: use ?? "" } }), 404, "NOT_FOUND");
    const { lines } = await linesOf(token);
    assert.deepEqual(
      [one, two].map((block) => lines.find(({ block_id }) => block_id === block.id)?.recording?.state),
      ["used", undefined],
    );
    const { document } = await readDocument(client, story.sectionId);
    await client.call("undoDocument", {
      params: { sectionId: story.sectionId },
      body: { ...studioMutation(), base_document_version: document.document_version },
    });
    assert.equal((await takesOf(one.id)).active_take_id, before.active_take_id);
    await withdraw(token);
  });

  test("plays at once where the owner allowed it; sent again, the newer one plays", async () => {
    const { id, token } = await agreedLink({ plays_at_once: true });
    await record(token, first.id, voice({ seed: 31 }));
    await send(token);
    const played = (await takesOf(first.id)).active_take_id;
    await record(token, first.id, voice({ seed: 32 }));
    await send(token);
    assert.notEqual((await takesOf(first.id)).active_take_id, played);
    assert.equal((await linkOf(id)).used, 2);
    await withdraw(token);
  });
});

describe("a withdrawal", () => {
  test("deletes recordings and takes, lists lines, files and pages, and no new file has the voice", async () => {
    const told = await spokenStory(client);
    const cast = await client.call("listSpeakers", { params: { projectId: told.projectId } });
    const { document } = await readDocument(client, told.sectionId);
    const line = document.blocks.find(({ kind }) => kind === "speech") ?? assert.fail("no speech");
    const person = cast.speakers.find((one) => one.id === line.speaker_id) ?? assert.fail("no speaker");
    const { id, token } = await newLink({ plays_at_once: true }, told.projectId, person.id);
    await agree(token);
    const earlier = await exportStory(client, told, "mp3");
    const before = (await takesOf(line.id, told.sectionId)).active_take_id;
    const unused = document.blocks.filter(({ speaker_id }) => speaker_id === person.id)[1] ?? assert.fail("one line");
    await record(token, line.id, voice({ seed: 41 }), told.sectionId);
    await send(token);
    await record(token, unused.id, voice({ seed: 42 }), told.sectionId);
    const withVoice = await exportStory(client, told, "mp3");
    await client.call("publishProject", {
      params: { projectId: told.projectId },
      body: { schema_version: 1, client_mutation_id: randomUUID(), allow_download: false },
    });
    const guestLinkId = id;
    const use = await client.call("readGuestUse", { params: { guestLinkId } });
    assert.deepEqual(
      [use.withdrawn_at, use.lines.map(({ block_id }) => block_id), use.exports.map(({ export_id }) => export_id)],
      [null, [line.id], [withVoice.id]],
    );
    assert.notEqual(earlier.id, withVoice.id);
    const passport = async () =>
      (await client.call("readPassport", { params: { projectId: told.projectId } })).passport;
    const stated = await passport();
    const { consent } = await guest.call("readGuest", { params: { guestToken: token }, query: {} });
    assert.deepEqual(
      stated.consents.map(({ part, lines, text_sha256, agreed_at }) => [part, lines, text_sha256, agreed_at]),
      [[person.name, 1, consent?.text_sha256, consent?.agreed_at]],
    );
    assert.deepEqual(
      [stated.recorded_lines, stated.warnings.some(({ code }) => code === "consent_missing")],
      [1, false],
    );
    assert.ok(!JSON.stringify(stated).includes("Ann Miller"));
    const stored = (await client.call("readStorage")).storage.stored_bytes;

    const view = await withdraw(token);
    assert.deepEqual([view.door, view.lines, view.drafts, view.sent], ["consent", 0, 0, 0]);
    assert.deepEqual(await withdraw(token), view);
    const after = await client.call("readGuestUse", { params: { guestLinkId } });
    assert.deepEqual([after.lines, after.exports, after.shares], [use.lines, use.exports, use.shares]);
    assert.equal(after.withdrawn_at, view.consent?.withdrawn_at);
    assert.deepEqual([after.shares.length, after.shares[0]?.kind], [1, "project"]);
    const { consents, recorded_lines } = await passport();
    assert.deepEqual([consents, recorded_lines], [[], 0]);
    const takes = await takesOf(line.id, told.sectionId);
    assert.equal(takes.active_take_id, before);
    assert.ok(takes.takes.every(({ source }) => source === "engine"));
    const { manifest } = await playbackManifest(client, told, 1);
    const unit = manifest.sequential_units.find((one) => one.block_id === line.id && one.unit_type === "asset");
    assert.equal(unit?.unit_type === "asset" && unit.rendition_id, before);
    assert.ok((await client.call("readStorage")).storage.stored_bytes < stored);
    await refused(linesOf(token), 404, "NOT_FOUND");
    await refused(record(token, line.id, voice(), told.sectionId), 404, "NOT_FOUND");
    await refused(agree(token), 404, "NOT_FOUND");
  });

  test("deletes also takes that a new edition copied into another chapter", async () => {
    const lines = [
      "The storm came over the hill before noon, and Mara closed the shutters of the mill.",
      "“Is the boat back?” asked Mara.",
      "“Not yet,” said Tom. “She was at the bar an hour ago.”",
      "“Then we wait for it,” said Mara. “Light the lamp again.”",
    ];
    const bookOf = (...chapters: readonly (readonly string[])[]) => ({
      contentType: "text/markdown" as const,
      bytes: new TextEncoder().encode(
        chapters.map((paragraphs, at) => `# Chapter ${at + 1}\n\n${paragraphs.join("\n\n")}\n`).join("\n"),
      ),
    });
    const key = () => ({ "idempotency-key": randomUUID() });
    const { project, sections } = await client.call("importBook", {
      headers: key(),
      query: { filename: "mill.md" },
      upload: bookOf(lines),
    });
    const sectionId = sections[0]?.section_id ?? "";
    await prepare(client, project.id, sectionId);
    const mara = (await client.call("listSpeakers", { params: { projectId: project.id } })).speakers.find(
      ({ name }) => name === "Mara",
    );
    const { id, token } = await newLink({ plays_at_once: true }, project.id, mara?.id);
    await agree(token);
    const { lines: toSpeak } = await linesOf(token);
    assert.equal(toSpeak.length, 3);
    for (const [at, { block_id }] of toSpeak.entries())
      await record(token, block_id, voice({ seed: 80 + at }), sectionId);
    await send(token);

    const { chapters } = await client.call("updateFromBook", {
      params: { projectId: project.id },
      headers: key(),
      query: { mode: "apply", filename: "mill.md" },
      upload: bookOf(lines.slice(0, 2), lines.slice(2)),
    });
    const made = chapters[1]?.section_id ?? assert.fail("no second chapter");
    const recorded = async () => {
      const found = [];
      for (const section of [sectionId, made]) {
        for (const { id: blockId } of (await readDocument(client, section)).document.blocks) {
          const { takes } = await takesOf(blockId, section);
          for (const take of takes) if (take.source === "recording") found.push({ section, url: take.url });
        }
      }
      return found;
    };
    const before = await recorded();
    assert.deepEqual(
      before.map(({ section }) => section),
      [sectionId, made, made],
    );
    const statuses = () => Promise.all(before.map(async ({ url }) => (await fetch(url)).status));
    assert.deepEqual(await statuses(), [200, 200, 200]);
    const use = await client.call("readGuestUse", { params: { guestLinkId: id } });
    assert.ok(use.lines.filter(({ section_id }) => section_id === made).length === 2);

    await withdraw(token);
    assert.deepEqual(await recorded(), []);
    assert.deepEqual(await statuses(), [403, 403, 403]);
    const after = await client.call("readGuestUse", { params: { guestLinkId: id } });
    assert.deepEqual(after.lines, use.lines);
  });

  test("is open to a guest whose link was revoked; drafts are deleted with the revocation, and no line is shown", async () => {
    const { id, token } = await agreedLink();
    await record(token, first.id, voice({ seed: 51 }));
    await send(token);
    await record(token, first.id, voice({ seed: 52 }));
    const { guest_link } = await client.call("revokeGuestLink", { params: { guestLinkId: id } });
    assert.deepEqual([guest_link.state, guest_link.drafts, guest_link.waiting], ["revoked", 0, 1]);
    const view = await guest.call("readGuest", { params: { guestToken: token }, query: {} });
    assert.deepEqual([view.door, view.lines], ["consent", 0]);
    await refused(linesOf(token), 404, "NOT_FOUND");
    await withdraw(token);
    assert.equal((await linkOf(id)).state, "withdrawn");
    assert.deepEqual((await waiting(id)).recordings, []);
    const { id: never, token: unanswered } = await newLink();
    await refused(withdraw(unanswered), 404, "NOT_FOUND");
    assert.equal((await linkOf(never)).state, "active");
  });
});

test("a project has at most 20 active guest links; their fields have bounds", async () => {
  const { projectId, sectionIds } = await createBook(client, "Once upon a time.");
  await prepare(client, projectId, ...sectionIds);
  const narrator = (await client.call("listSpeakers", { params: { projectId } })).speakers[0]?.id ?? "";
  for (const more of [{ guest_name: "" }, { asked_by: "A".repeat(61) }, { days: 0 }, { days: 91 }]) {
    await refused(newLink(more, projectId, narrator), 400, "INVALID_REQUEST");
  }
  const { token } = await newLink({}, projectId, narrator);
  await agree(token);
  assert.deepEqual(
    (await linesOf(token)).lines.map(({ text }) => text),
    ["Once upon a time."],
  );
  for (let links = 1; links < 20; links++) await newLink({}, projectId, narrator);
  await refused(newLink({}, projectId, narrator), 400, "INVALID_REQUEST");
});

test("a link that expired shows the consent alone and deletes what was not sent; only hashes of tokens are stored", async () => {
  const { id, token } = await agreedLink();
  await record(token, first.id, voice({ seed: 61 }));
  await inDatabase(server, async (db) => {
    const links = await db.q.selectFrom("guest_links").selectAll().execute();
    assert.ok(!JSON.stringify(links).includes(token));
    await db.q.updateTable("guest_links").set({ expires_at: new Date() }).where("id", "=", id).execute();
  });
  // The server has another port now.
  const params = { projectId: story.projectId };
  const link = await poll(
    async () => (await server.client.call("listGuestLinks", { params })).guest_links.find((one) => one.id === id),
    (found) => found?.drafts === 0,
  );
  assert.equal(link?.state, "expired");
  assert.equal((await server.request(`/guests/${token}/lines`, { key: null })).status, 404);
  const answer = await server.request(`/guests/${token}/consent`, { method: "DELETE", key: null });
  assert.deepEqual([answer.status, answer.body.data.door], [200, "consent"]);
});

test("a link counts the uploads of all processes: two under way, 40 in a minute", async () => {
  // The server has another port each time.
  const links: { readonly id: string; readonly token: string }[] = [];
  for (const name of ["Ann", "Ben"]) {
    const { guest_link, url } = await server.client.call("createGuestLink", {
      params: { projectId: story.projectId },
      body: { schema_version: 1, speaker_id: speaker.id, guest_name: name, asked_by: "Ben", days: 7 },
    });
    const params = { guestToken: tokenOf(url) };
    const unnamed = server.withKey("");
    const { consent_text } = await unnamed.call("readGuest", { params, query: { language: "en" } });
    const { text_sha256 } = consent_text;
    await unnamed.call("agreeAsGuest", { params, body: { name, language: "en", text_sha256 } });
    links.push({ id: guest_link.id, token: params.guestToken });
  }
  const [slots, minute] = links;
  assert.ok(slots !== undefined && minute !== undefined);
  const upload = async (token: string) => {
    const path = `/guests/${token}/sections/${story.sectionId}/blocks/${first.id}/recordings`;
    const headers = { "content-type": "audio/wav" };
    return server.request(path, { method: "POST", key: null, headers, body: voice() });
  };
  // What other processes wrote. One of them was killed: its row ended by itself.
  await inDatabase(server, async (db) => {
    const add = (linkId: string, startedS: number, endsS: number) =>
      db.execute(
        `insert into guest_uploads values ($1, $2, clock_timestamp() + make_interval(secs => $3),
          clock_timestamp() + make_interval(secs => $4))`,
        [randomUUID(), linkId, startedS, endsS],
      );
    for (const endsS of [600, 600, -1]) await add(slots.id, -120, endsS);
    // Minutes ahead, so that the time until the request does not matter.
    for (let uploads = 0; uploads < 40; uploads++) await add(minute.id, 300, -1);
  });
  const busy = await upload(slots.token);
  assert.deepEqual([busy.status, busy.body.error.code], [429, "RATE_LIMITED"]);
  const often = await upload(minute.token);
  assert.deepEqual([often.status, often.body.error.code], [429, "RATE_LIMITED"]);
  const seconds = Number(often.headers.get("retry-after"));
  assert.ok(seconds > 60 && seconds <= 360, `${seconds}`);
  await inDatabase(server, async (db) => {
    await db.execute("update guest_uploads set started_at = clock_timestamp() - interval '2 minutes'", []);
    await db.execute("update guest_uploads set ends_at = clock_timestamp()", []);
  });
  for (const { token } of links) assert.equal((await upload(token)).status, 201);
  await inDatabase(server, async (db) => {
    const rows = await db.q.selectFrom("guest_uploads").select("guest_link_id").execute();
    // Rows of the past are deleted.
    for (const { id } of links) assert.equal(rows.filter((row) => row.guest_link_id === id).length, 1);
  });
});
