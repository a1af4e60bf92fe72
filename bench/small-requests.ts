// Measures small requests during a large piece of work.

import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { StartedServer } from "./started-server.ts";

type Asked = Pick<StartedServer, "baseUrl" | "headers">;

/** The duration of `work`, and of the slowest concurrent small request. */
export async function besideSmallRequests<T>(
  server: Asked,
  work: () => Promise<T>,
): Promise<{ readonly answer: T; readonly seconds: number; readonly worstMs: number }> {
  using agent = keepAliveAgent();
  let working = true;
  let worstMs = 0;
  const watching = (async () => {
    while (working) {
      const before = performance.now();
      const status = await smallRequest(server, agent);
      if (status !== 200) throw new Error(`a small request was answered with ${status}`);
      worstMs = Math.max(worstMs, performance.now() - before);
      await pause(5);
    }
  })();
  const before = performance.now();
  try {
    const answer = await work();
    return { answer, seconds: (performance.now() - before) / 1_000, worstMs };
  } finally {
    working = false;
    await watching;
  }
}

function keepAliveAgent(): Agent & Disposable {
  const agent = new Agent({ keepAlive: true });
  return Object.assign(agent, { [Symbol.dispose]: () => agent.destroy() });
}

/** Not fetch: hundreds of calls a second would take processor time from the measured work. */
async function smallRequest({ baseUrl, headers }: Asked, agent: Agent) {
  const asked = get(`${baseUrl}/me/generation-preferences`, { headers, agent });
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  response.resume();
  await once(response, "end");
  return response.statusCode;
}
