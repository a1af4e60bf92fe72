import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { CONSENT_LANGUAGES, CUE_UNITS, consentText, cueBefore, cueOf, guestDoor, guestLinkState } from "./guests.ts";

const facts = { asked_by: "Ben", story: "The Lamp", person: "Mara" };

test("the consent names who asks, the story and the person, in every language in as many paragraphs", () => {
  const texts = CONSENT_LANGUAGES.map((language) => consentText(language, facts));
  for (const text of texts) {
    for (const name of Object.values(facts)) assert.ok(text.includes(name), name);
    assert.equal(text.split("\n\n").length, 6);
  }
  assert.equal(new Set(texts).size, CONSENT_LANGUAGES.length);
});

test("a cue is the end of a text: short enough, whole words, well formed", () => {
  assert.equal(cueOf("  Who is there?\n"), "Who is there?");
  const long = `${"word ".repeat(100)}the end`;
  assert.match(cueOf(long), /^… word .*the end$/);
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 600 }), (text) => {
      const cue = cueOf(text);
      assert.ok(cue.length <= CUE_UNITS);
      assert.ok(cue.isWellFormed());
      assert.ok(text.trim().endsWith(cue.replace(/^… /, "")));
    }),
  );
  assert.ok(cueOf("😀".repeat(400)).isWellFormed());
});

test("the cue behind a tag is the speech with its tag; otherwise the line before alone", () => {
  const tag = { person: null, text: "he asked.", isSpeech: false };
  const speech = { person: "Tom", text: "“Which boat?”", isSpeech: true };
  const narration = { person: null, text: `The rain ${"fell and ".repeat(8)}stopped.`, isSpeech: false };
  assert.deepEqual(cueBefore(tag, speech), { person: "Tom", text: "“Which boat?” he asked." });
  assert.deepEqual(cueBefore(tag, null), { person: null, text: "he asked." });
  assert.deepEqual(cueBefore(tag, narration), { person: null, text: "he asked." });
  assert.deepEqual(cueBefore(narration, speech).text, narration.text);
  assert.deepEqual(cueBefore(speech, speech), { person: "Tom", text: speech.text });
  const long = cueBefore(tag, { ...speech, text: `“${"word ".repeat(100)}?”` });
  assert.ok(long.text.length <= CUE_UNITS && long.text.endsWith("he asked."));
});

test("a link opens the lines while it is active; afterwards the consent alone, to the person who gave one", () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  const link = { expires_at: at(10), revoked_at: null };
  const given = { withdrawn_at: null };
  const withdrawn = { withdrawn_at: at(3) };
  const revoked = { ...link, revoked_at: at(4) };
  const cases = [
    [link, null, at(9), "active", "lines"],
    [link, given, at(9), "active", "lines"],
    [link, given, at(10), "expired", "consent"],
    [link, null, at(10), "expired", "nothing"],
    [revoked, given, at(5), "revoked", "consent"],
    [revoked, null, at(5), "revoked", "nothing"],
    [link, withdrawn, at(5), "withdrawn", "consent"],
    [revoked, withdrawn, at(11), "withdrawn", "consent"],
  ] as const;
  for (const [of, consent, now, state, door] of cases) {
    assert.deepEqual([guestLinkState(of, consent, now), guestDoor(of, consent, now)], [state, door]);
  }
});
