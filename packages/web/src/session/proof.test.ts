import assert from "node:assert/strict";
import { test } from "node:test";
import { proofOfFragment, readProof } from "./proof.ts";

test("a code is recognised however it is typed; everything else is a key", () => {
  for (const code of ["7KQ2-M9XA-04TB", "7kq2m9xa04tb", " 7KQ2 M9XA 04TB "]) {
    assert.deepEqual(readProof(code), { kind: "code", code: code.trim() });
  }
  for (const key of ["fc_0123456789abcdef", "an-owner-key-of-thirty-two-characters"]) {
    assert.deepEqual(readProof(key), { kind: "key", key });
  }
  assert.equal(readProof("  "), null);
});

test("an address carries a key or a code, and else nothing", () => {
  assert.deepEqual(proofOfFragment("#key=fc_abc"), { kind: "key", key: "fc_abc" });
  assert.deepEqual(proofOfFragment("#pair=7KQ2-M9XA-04TB"), { kind: "code", code: "7KQ2-M9XA-04TB" });
  assert.deepEqual([proofOfFragment("#script"), proofOfFragment("")], [null, null]);
});
