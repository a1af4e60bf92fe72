import assert from "node:assert/strict";
import { test } from "node:test";
import { studioLink } from "./studio-link.ts";

const later = {
  url: "http://127.0.0.1:7411",
  generatedKey: null,
  keptKey: "fc_kept",
  isKeyGiven: false,
  isTerminal: true,
};

test("the first start links with its key, on a terminal or not", () => {
  for (const isTerminal of [true, false]) {
    const line = studioLink({ ...later, generatedKey: "fc_new", keptKey: "fc_new", isTerminal });
    assert.equal(line, "Studio: http://127.0.0.1:7411/#key=fc_new");
  }
});

test("a later start links with the kept key on a terminal only", () => {
  assert.equal(studioLink(later), "Studio: http://127.0.0.1:7411/#key=fc_kept");
  assert.equal(studioLink({ ...later, isTerminal: false }), "Studio: http://127.0.0.1:7411/");
  assert.equal(studioLink({ ...later, keptKey: null }), "Studio: http://127.0.0.1:7411/");
});

test("with FULLCAST_OWNER_KEY no start prints a key", () => {
  for (const isTerminal of [true, false])
    assert.equal(studioLink({ ...later, isKeyGiven: true, isTerminal }), "Studio: http://127.0.0.1:7411/");
});

test("a server on every address is linked by loopback", () => {
  const bare = { ...later, keptKey: null };
  assert.equal(studioLink({ ...bare, url: "http://0.0.0.0:8080" }), "Studio: http://127.0.0.1:8080/");
  assert.equal(studioLink({ ...bare, url: "http://[::]:8080" }), "Studio: http://[::1]:8080/");
});
