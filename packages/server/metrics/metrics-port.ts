// The port on which Prometheus reads. It is not the API's: it needs no key, and it listens on loopback unless a host is set.

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { listenError } from "../listen.ts";
import { faultFields } from "../log.ts";
import type { Services } from "../services.ts";
import type { Metrics } from "./metrics.ts";

export interface MetricsPort extends AsyncDisposable {
  /** Where it answers, such as "http://127.0.0.1:9464/metrics". */
  readonly url: string;
}

/** Requests that come while one is answered get the same text. */
export async function openMetricsPort(
  metrics: Metrics,
  services: Pick<Services, "db" | "files" | "jobs" | "log" | "settings">,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<MetricsPort> {
  let text: Promise<string> | null = null;
  const read = () => {
    text ??= metrics.text(services).finally(() => {
      text = null;
    });
    return text;
  };
  const server = createServer(async (request, response) => {
    request.resume();
    const [path] = (request.url ?? "").split("?", 1);
    if (path !== "/metrics") {
      response.writeHead(404).end("Only /metrics is here.\n");
    } else if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { allow: "GET, HEAD" }).end("Only GET and HEAD are allowed.\n");
    } else {
      try {
        const body = await read();
        response.writeHead(200, { "content-type": metrics.contentType });
        response.end(request.method === "HEAD" ? undefined : body);
      } catch (error) {
        services.log.error("metrics could not be written", faultFields(error));
        response.writeHead(500).end("The metrics could not be read; the log states why.\n");
      }
    }
  });
  server.listen({ host, port });
  await once(server, "listening").catch((error: unknown) => {
    throw listenError(error, host, port, "FULLCAST_METRICS_");
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}/metrics`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
