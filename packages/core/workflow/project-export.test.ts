import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type ChildExport, type ChildExportStatus, projectExportState } from "./project-export.ts";

const ACTIVE = ["running", "retry_wait", "canceling"] as const;
const FAILURES = ["failed", "cancelled", "superseded"] as const;
const of = (...statuses: (ChildExportStatus | null)[]) =>
  projectExportState(statuses.map((status) => (status === null ? null : { status, percent: 0 })));

test("queued when all children are queued, running while any child is active otherwise", () => {
  assert.equal(of("queued", "queued").status, "queued");
  for (const status of ACTIVE) assert.equal(of("queued", status).status, "running");
  assert.equal(of("queued", "completed").status, "running");
  assert.equal(of("queued", null).status, "running");
});

test("completed if all succeeded, partial_failed if only some, failed if none; a lost child is a failure", () => {
  assert.equal(of("completed", "completed").status, "completed");
  for (const failure of [...FAILURES, null]) {
    assert.equal(of("completed", failure).status, "partial_failed");
    assert.equal(of(failure, failure).status, "failed");
  }
});

test("percent is the floor of the mean, each child that ended or is gone counting as 100", () => {
  const percent = (...children: (ChildExport | null)[]) => projectExportState(children).percent;
  assert.equal(percent({ status: "running", percent: 50 }, { status: "queued", percent: 0 }, null), 50);
  assert.equal(percent({ status: "failed", percent: 3 }, { status: "running", percent: 1 }), 50);
  assert.equal(percent({ status: "running", percent: 99 }, { status: "completed", percent: 100 }), 99);
});

const child = fc.option(
  fc.record({
    status: fc.constantFrom<ChildExportStatus>("queued", ...ACTIVE, "completed", ...FAILURES),
    percent: fc.integer({ min: 0, max: 100 }),
  }),
);

test("whatever the children: terminal exactly when none can change, percent within 0 and 100, and 100 when terminal", () => {
  fc.assert(
    fc.property(fc.array(child, { minLength: 1, maxLength: 100 }), (children) => {
      const { status, terminal, percent } = projectExportState(children);
      assert.equal(terminal, ["completed", "partial_failed", "failed"].includes(status));
      const open = children.some((one) => one !== null && ["queued", ...ACTIVE].includes(one.status));
      assert.equal(terminal, !open);
      assert.ok(Number.isInteger(percent) && percent >= 0 && percent <= 100);
      if (terminal) assert.equal(percent, 100);
    }),
  );
});
