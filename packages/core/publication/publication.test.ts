import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { changesSince, type KeptFile, type KeptState, stateForListeners, waitsForFile } from "./publication.ts";

const FILES = ["none", "making", "ready", "lost"] as const satisfies readonly KeptFile[];
const state = (document_version: number, file: KeptFile, change: Partial<KeptState> = {}): KeptState => ({
  ...{ document_version, speaker_registry_version: 1, mastering_version: 1, title: "One", file },
  ...change,
});

describe("what listeners get of a chapter", () => {
  test("the only state that is kept, whatever its file", () => {
    for (const file of FILES) {
      const only = state(3, file);
      assert.equal(stateForListeners({ shown: only, next: null }), only);
      assert.equal(stateForListeners({ shown: null, next: only }), only);
      assert.equal(waitsForFile({ shown: null, next: only }), false);
    }
    assert.equal(stateForListeners({ shown: null, next: null }), null);
  });
  test("of two states the next one once its file is ready, or if it has none; else the one before", () => {
    for (const before of FILES) {
      const shown = state(3, before);
      const got = FILES.map((file) => stateForListeners({ shown, next: state(4, file) })?.document_version);
      assert.deepEqual(got, [4, 3, 4, 3]);
    }
  });
  test("a chapter waits only while the file of its next state is made", () => {
    const shown = state(3, "ready");
    assert.deepEqual(
      FILES.map((file) => waitsForFile({ shown, next: state(4, file) })),
      [false, true, false, false],
    );
  });
});

describe("what a held page lacks", () => {
  const now = { document_version: 4, speaker_registry_version: 1, mastering_version: 1, title: "One" };
  const of = (shown: KeptState | null, next: KeptState | null = null, change: Partial<typeof now> = {}) =>
    changesSince([{ shown, next, now: { ...now, ...change } }]);

  test("nothing, if it has the chapter as it is now", () => {
    for (const file of FILES) assert.deepEqual(of(state(4, file)), { changed: 0, waiting: 0, settings: false });
  });
  test("a chapter with another script or title, and a chapter that it does not have", () => {
    const lacks = { changed: 1, waiting: 0, settings: false };
    assert.deepEqual(of(state(3, "ready")), lacks);
    assert.deepEqual(of(state(4, "ready"), null, { title: "Uno" }), lacks);
    assert.deepEqual(of(null), lacks);
  });
  test("another cast or mix is stated once, and no chapter counts as changed for it", () => {
    const old = { shown: state(4, "ready"), next: null, now: { ...now, speaker_registry_version: 2 } };
    assert.deepEqual(changesSince([old, old]), { changed: 0, waiting: 0, settings: true });
    assert.deepEqual(of(state(4, "ready"), null, { mastering_version: 9 }).settings, true);
  });
  test("a chapter on its way waits; if it changed on the way, it also counts as changed; a lost one counts as changed", () => {
    assert.deepEqual(of(state(3, "ready"), state(4, "making")), { changed: 0, waiting: 1, settings: false });
    assert.deepEqual(of(state(2, "ready"), state(3, "making")), { changed: 1, waiting: 1, settings: false });
    assert.deepEqual(of(state(3, "ready"), state(4, "lost")), { changed: 1, waiting: 0, settings: false });
  });
});
