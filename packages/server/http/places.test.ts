import assert from "node:assert/strict";
import { test } from "node:test";
import { createPlaces } from "./places.ts";
import { addPublicRoutes } from "./public-routes.ts";
import { bearer, FULL_KEY, readHealth, refusal, smallServer } from "./small-server.ts";

const NO_PAGE = { kind: "page", status: 404, style: { source: "'none'", text: "" }, script: null } as const;

/** A server whose handler of one's own preferences answers when it may. */
function serverThatWaits(limits: {
  readonly atOnce: number;
  readonly mostWaiting: number;
  readonly patienceMs: number;
}) {
  const working: { readonly end: () => void }[] = [];
  let begun = Promise.withResolvers<void>();
  const { app } = smallServer(
    {
      readHealth,
      readGenerationPreferences: async () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        working.push({ end: resolve });
        begun.resolve();
        await promise;
        return { status: 200, data: { allow_fallbacks: true, allow_paid_retries: false } };
      },
    },
    { places: limits },
  );
  return {
    app,
    working,
    ask: (key: string) => app.inject({ url: "/v1/me/generation-preferences", headers: bearer(key) }),
    /** Resolves when this many requests have begun in all. */
    async workingOn(count: number) {
      while (working.length < count) {
        await begun.promise;
        begun = Promise.withResolvers();
      }
    },
  };
}

test("more requests than may wait are 503 at once, with Retry-After; health still answers", async () => {
  const { app, ask, working, workingOn } = serverThatWaits({ atOnce: 2, mostWaiting: 2, patienceMs: 60_000 });
  const all = Array.from({ length: 5 }, () => ask(FULL_KEY));
  const refused = await Promise.race(all);
  assert.deepEqual([refused.statusCode, refusal(refused).code], [503, "SERVICE_UNAVAILABLE"]);
  assert.deepEqual(refusal(refused).details, { reason: "too many requests wait" });
  assert.ok(refusal(refused).retryable);
  assert.ok(Number(refused.headers["retry-after"]) > 0);
  assert.equal((await app.inject({ url: "/v1/health" })).statusCode, 200);
  await workingOn(2);
  assert.equal(working.length, 2);
  for (let done = 0; done < 4; done++) {
    await workingOn(done + 1);
    working[done]?.end();
  }
  const statuses = (await Promise.all(all)).map(({ statusCode }) => statusCode);
  assert.deepEqual(statuses.toSorted(), [200, 200, 200, 200, 503]);
});

test("a request that waits for too long is 503, and its place goes to another one", async () => {
  const { ask, working, workingOn } = serverThatWaits({ atOnce: 1, mostWaiting: 10, patienceMs: 30 });
  const first = ask(FULL_KEY);
  await workingOn(1);
  const late = await ask(FULL_KEY);
  assert.deepEqual([late.statusCode, refusal(late).code], [503, "SERVICE_UNAVAILABLE"]);
  working[0]?.end();
  assert.equal((await first).statusCode, 200);
  const next = ask(FULL_KEY);
  await workingOn(2);
  working[1]?.end();
  assert.equal((await next).statusCode, 200);
});

test("a client with many requests does not delay another one", async () => {
  const places = createPlaces({ atOnce: 1, patienceMs: 60_000 });
  const order: string[] = [];
  const request = async (client: string) => {
    const giveBack = await places.take(client);
    order.push(client);
    giveBack();
  };
  const giveBack = await places.take("many");
  const all = [...Array.from({ length: 20 }, () => request("many")), request("one")];
  giveBack();
  await Promise.all(all);
  assert.deepEqual(order, ["one", ...Array(20).fill("many")]);
});

test("a public page that finds no place is 503 with Retry-After, not a page that does not exist", async () => {
  const { app, ask, working, workingOn } = serverThatWaits({ atOnce: 1, mostWaiting: 1, patienceMs: 20 });
  const answer = async () => ({ kind: "text" as const, contentType: "text/plain", text: "found" });
  const refused = () => ({ ...NO_PAGE, html: "There is nothing here." });
  addPublicRoutes(app, [
    { path: "/s/:slug", answer, refused },
    { path: "/s/:slug/sound", answer, waits: true },
  ]);
  const first = ask(FULL_KEY);
  await workingOn(1);
  const page = await app.inject({ url: "/s/one" });
  assert.deepEqual([page.statusCode, refusal(page).code], [503, "SERVICE_UNAVAILABLE"]);
  assert.ok(Number(page.headers["retry-after"]) > 0);
  assert.equal((await app.inject({ url: "/s/one/sound" })).body, "found");
  working[0]?.end();
  await first;
  assert.equal((await app.inject({ url: "/s/one" })).body, "found");
});

test("a place is given back when the handler fails", async () => {
  const { app } = smallServer(
    {
      readGenerationPreferences: async () => {
        throw new TypeError("a fault");
      },
    },
    { places: { atOnce: 1, mostWaiting: 1, patienceMs: 60_000 } },
  );
  for (let time = 0; time < 3; time++) {
    const response = await app.inject({ url: "/v1/me/generation-preferences", headers: bearer(FULL_KEY) });
    assert.equal(response.statusCode, 500);
  }
});
