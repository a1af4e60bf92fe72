// Connections at the end: a stop must not wait for a browser that connected ahead and says nothing, nor for ever for a
// client that reads a file slowly.

import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** What is being answered when the stop begins has this long to end. */
const GRACE_MS = 3_000;

/** Node's own closing ends connections between two requests; this ends those before the first, and the rest in time. */
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
