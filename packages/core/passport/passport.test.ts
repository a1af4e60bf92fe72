import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  PASSPORT_FORMAT,
  type Passport,
  type PassportConsent,
  type PassportVoice,
  passportPage,
  passportWarnings,
  signedText,
} from "./passport.ts";

const VOICE: PassportVoice = {
  provider: "piper",
  engine: "Piper",
  model: "piper",
  voice: "Amy",
  license: "MIT",
  may_publish: true,
  lines: 3,
  duration_ms: 90_000,
};
const PASSPORT: Passport = {
  format: PASSPORT_FORMAT,
  made_at: "2026-11-25T05:00:00.000Z",
  project_id: "16fd2706-8baf-433b-82eb-8c7fada847da",
  title: "The Boat",
  author: null,
  language: "en",
  narration: "machine",
  source_type: "http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia",
  undisclosed_reason: null,
  voices: [VOICE],
  recorded_lines: 0,
  consents: [],
  sounds: [],
  files: [],
  warnings: [],
};
const CONSENT: PassportConsent = {
  part: "Mara",
  text_version: 1,
  text_language: "en",
  text_sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  agreed_at: "2026-11-25T05:00:00.000Z",
  lines: 1,
  duration_ms: 1_000,
};
test("a cloned voice has its consent in the page, without the name of the person", () => {
  const { text_version, text_language, text_sha256, agreed_at } = CONSENT;
  const clone_consent = { text_version, text_language, text_sha256, agreed_at };
  const page = passportPage({ passport: { ...PASSPORT, voices: [{ ...VOICE, clone_consent }] } });
  assert.match(page, /the cloned voice Amy/);
  assert.ok(page.includes(text_sha256));
  assert.ok(!passportPage({ passport: PASSPORT }).includes("cloned voice Amy"));
});

const codes = (change: Partial<Passport>) => passportWarnings({ ...PASSPORT, ...change }).map(({ code }) => code);

test("an unknown or forbidding licence, recordings, sounds of others and an omitted statement each warn", () => {
  assert.deepEqual(codes({}), []);
  assert.deepEqual(codes({ voices: [{ ...VOICE, may_publish: null }] }), ["license_unknown"]);
  assert.deepEqual(codes({ voices: [VOICE, { ...VOICE, may_publish: false }] }), ["license_forbids"]);
  assert.deepEqual(codes({ recorded_lines: 2 }), ["consent_missing"]);
  assert.deepEqual(codes({ recorded_lines: 2, consents: [{ ...CONSENT, lines: 2 }] }), []);
  const [left] = passportWarnings({ ...PASSPORT, recorded_lines: 3, consents: [{ ...CONSENT, lines: 2 }] });
  assert.deepEqual([left?.code, left?.subject], ["consent_missing", "1"]);
  assert.deepEqual(codes({ sounds: [{ name: "Rain", origin: "catalog" }] }), ["sound_of_others"]);
  assert.deepEqual(codes({ sounds: [{ name: "Rain", origin: "uploaded" }] }), []);
  assert.deepEqual(codes({ undisclosed_reason: "Only a test." }), ["undisclosed"]);
  assert.deepEqual(codes({ undisclosed_reason: "Only a test.", narration: "human", voices: [] }), []);
});

test("the signed text does not depend on the order of fields, and changes with every value", () => {
  const turned = Object.fromEntries(Object.entries(PASSPORT).reverse());
  assert.equal(signedText(turned), signedText(PASSPORT));
  for (const name of Object.keys(PASSPORT) as (keyof Passport)[]) {
    assert.notEqual(signedText({ ...PASSPORT, [name]: "changed" }), signedText(PASSPORT), name);
  }
});

test("the page shows hostile names as text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), (name) => {
      const hostile = `<script>"'&${name}`;
      const page = passportPage({
        passport: {
          ...PASSPORT,
          title: hostile,
          author: hostile,
          voices: [{ ...VOICE, voice: hostile, license: hostile, may_publish: null }],
          sounds: [{ name: hostile, origin: "uploaded" }],
          warnings: passportWarnings({ ...PASSPORT, voices: [{ ...VOICE, voice: hostile, may_publish: null }] }),
        },
      });
      assert.ok(!page.includes("<script"));
    }),
  );
});

test("the page is German for a German reader, in all its parts; names, licences and hashes stay", () => {
  const passport: Passport = {
    ...PASSPORT,
    author: "Ann Ash",
    narration: "mixed",
    source_type: "http://cv.iptc.org/newscodes/digitalsourcetype/compositeSynthetic",
    undisclosed_reason: "Probe",
    voices: [VOICE, { ...VOICE, voice: "Joe", may_publish: null }, { ...VOICE, voice: "Kim", may_publish: false }],
    recorded_lines: 2,
    sounds: [
      { name: "Regen", origin: "catalog" },
      { name: "Wind", origin: "uploaded" },
    ],
    files: [
      {
        ...{
          export_id: PASSPORT.project_id,
          format: "mp3",
          filename: "boat.mp3",
          size_bytes: 5,
          sha256: "a".repeat(64),
        },
        ...{ manifest_hash: null, completed_at: PASSPORT.made_at },
        shop_checks: [
          { shop: "ACX", passed: false, missed: ["noise_floor"], machine_voices: "refused", rules_as_of: "2026" },
          { shop: "Kobo", passed: null, missed: [], machine_voices: "unknown", rules_as_of: "2026" },
        ],
      },
    ],
  };
  const signed = { passport: { ...passport, warnings: passportWarnings(passport) } };
  const page = passportPage(signed, "de");
  assert.match(page, /<html lang="de">/);
  for (const kept of ["The Boat", "Ann Ash", "MIT", "Grundrauschen", "Veröffentlichungspass"])
    assert.ok(page.includes(kept), kept);
  const words = page.replaceAll("The Boat", "").replace(/<style>.*?<\/style>|<code>.*?<\/code>|<[^>]*>/gs, " ");
  assert.doesNotMatch(
    words,
    /\b(?:the|of|is|are|by|and|no|not|voices?|lines?|sounds?|files?|rules?|publishing|allowed|unknown|made|machines?)\b/i,
  );
  assert.equal(passportPage(signed), passportPage(signed, "en"));
  const heads = (text: string) => text.match(/<t[hrd]\b/g)?.length;
  assert.equal(heads(page), heads(passportPage(signed)));
});
