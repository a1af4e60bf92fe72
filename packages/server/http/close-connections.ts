// Closing connections. A stop must wait neither for a browser that opened a connection in advance and sends nothing, nor
// without limit for a client that reads a file slowly.

import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** The time for running answers to end after the stop begins. */
const GRACE_MS = 3_000;

/** Node itself ends connections between two requests. This ends those before their first request, and the rest in time. */
export function endConnectionsOnClose(app: FastifyInstance<Server>): void {
  const fresh = new Set<Socket>();
  app.server.on("connection", (socket) => {
    fresh.add(socket);
    socket.once("close", () => fresh.delete(socket));
  });
  app.server.on("request", (request) => fresh.delete(request.socket));
  app.addHook("preClose", (done) => {
    for (const socket of fresh) socket.destroy();
    const timer = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
    app.server.once("close", () => clearTimeout(timer));
    timer.unref();
    done();
  });
}
