import assert from "node:assert/strict";
import { test } from "node:test";
import { repeatsTitle } from "./repeats-title.ts";

const line = (text: string, speaker_id: string | null = null) => [{ speaker_id, text }];

test("a first line that has the words of the title repeats it; speech, other words and an empty title do not", () => {
  assert.equal(repeatsTitle(line("CHAPTER ONE. The Lamp"), "Chapter One: the lamp"), true);
  assert.equal(repeatsTitle([...line("Kapitel 1."), ...line("Das Boot")], "Kapitel 1 – Das Boot"), true);
  assert.equal(repeatsTitle(line("Ágnes"), "Agnes"), false);
  assert.equal(repeatsTitle(line("Help!", "mara"), "Help"), false);
  assert.equal(repeatsTitle(line("The lamp went out."), "The Lamp"), false);
  assert.equal(repeatsTitle(line("…"), "?"), false);
});
