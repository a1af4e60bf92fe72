import assert from "node:assert/strict";
import { test } from "node:test";
import { endpoints } from "@fullcast/contract";
import fc from "fast-check";
import { soundType } from "./sound-type.ts";

test("recordings of browsers and files of phones get a type that the server takes", () => {
  const cases = [
    ["audio/webm;codecs=opus", "", "audio/webm"],
    ["audio/mp4; codecs=mp4a.40.2", "", "audio/mp4"],
    ["audio/x-m4a", "Voice 001.m4a", "audio/mp4"],
    ["", "line.WAV", "audio/wav"],
    ["audio/mp3", "line", "audio/mpeg"],
    ["audio/3gpp", "line.3gp", "audio/mp4"],
    ["__proto__", "line.constructor", "audio/mp4"],
  ] as const;
  for (const [type, name, expected] of cases) assert.equal(soundType(type, name), expected, type);
  const taken: readonly string[] = endpoints.recordAsGuest.upload.contentTypes;
  fc.assert(fc.property(fc.string(), fc.string(), (type, name) => taken.includes(soundType(type, name))));
});
