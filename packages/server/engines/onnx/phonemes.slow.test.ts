// The phonemes that neural voices receive: each language that a model may name has its own, and an unknown one is refused.

import assert from "node:assert/strict";
import { test } from "node:test";
import { NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import { createPhonemizer } from "./phonemes.ts";

const phonemizer = await createPhonemizer();
const read = (text: string, voice: string) =>
  phonemizer
    .read(
      {
        ...{ model: "model", voice: "voice", text, delivery: NEUTRAL_DELIVERY },
        ...{ emphasis: [], pronunciations: [], silences: [], options: {} },
      },
      0,
      text.length,
      voice,
    )
    .symbols.join("");

// Languages that are no names of files in eSpeak NG are among them: en-gb, fr-fr, pt-pt, no, zh.
test("every language that voices of Piper and Kokoro name has its own phonemes, whatever was read before", () => {
  const languages =
    "en-us en-gb en-gb-x-rp en de fr fr-fr es es-419 it pt-br pt pt-pt hi nl nb no pl cs ru sv da fi el tr uk cmn zh";
  for (const language of languages.split(" ")) {
    assert.ok(phonemizer.knows(language), language);
    const sounds = new Set(read("The lamp is lit, and the boats are coming in.", language).match(/\p{L}/gu));
    assert.ok(sounds.size >= 8, `${language}: ${[...sounds].join("")}`);
  }
  assert.equal(read("The lamp is lit.", "en-gb"), "ðə lˈamp ɪz lˈɪt.");
  assert.equal(read("Bonjour.", "fr-fr"), read("Bonjour.", "fr"));
  assert.notEqual(read("Hot tomatoes.", "en-gb"), read("Hot tomatoes.", "en-us"));
});

test("a language that eSpeak NG lacks is unknown, and so is the path of a file", () => {
  for (const voice of ["xx", "tlh-klingon", "", "../etc/passwd", "gmw/en", "EN-GB"]) {
    assert.equal(phonemizer.knows(voice), false, voice);
    assert.throws(() => read("The lamp is lit.", voice), /eSpeak NG has no voice/);
  }
});
