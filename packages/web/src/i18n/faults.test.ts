// Faults in other languages: each reason of a file that is refused has its text.

import assert from "node:assert/strict";
import { test } from "node:test";
import { BOOK_FAULTS, BUNDLE_FAULTS, COMMAND_FAULTS, failures, RECORDING_FAULTS } from "@fullcast/contract";
import { faults } from "./de/common.ts";
import { sounds } from "./de/sounds.ts";
import { sounds as englishSounds } from "./en/sounds.ts";

test("German has a text for each reason of a refused file and of a refused command", () => {
  const wanted = {
    BOOK_UNREADABLE: BOOK_FAULTS,
    BUNDLE_UNREADABLE: BUNDLE_FAULTS,
    RECORDING_UNREADABLE: RECORDING_FAULTS,
    STUDIO_COMMAND_REJECTED: COMMAND_FAULTS,
  };
  for (const [code, reasons] of Object.entries(wanted))
    assert.deepEqual(Object.keys(faults.byReason[code] ?? {}).sort(), [...reasons].sort(), code);
});

test("both languages have a text for each failure of a sound", () => {
  const wanted = Object.keys(failures)
    .filter((code) => code.startsWith("SOUND_"))
    .sort();
  for (const { faults: known } of [englishSounds, sounds]) assert.deepEqual(Object.keys(known).sort(), wanted);
});
