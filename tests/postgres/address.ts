// The one address of a database server that can move to another one, as a virtual IP or a proxy has it: what a failover of
// PostgreSQL needs in front.

import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

export interface MovableAddress extends AsyncDisposable {
  /** The URL with this address in place of the server's own. */
  of(url: string): string;
  /** Leads new connections to this port, and ends the ones to the port before. */
  leadTo(port: number): void;
  /** From now on nothing passes, and nothing is closed: as when the machine of the server loses its power. */
  vanish(): void;
}

export async function movableAddress(port: number): Promise<MovableAddress> {
  let target = port;
  let isGone = false;
  const open = new Set<Socket>();
  const keep = (socket: Socket, other: Socket) => {
    open.add(socket);
    // An error is followed by "close".
    socket.on("error", () => undefined);
    socket.on("close", () => {
      open.delete(socket);
      other.destroy();
    });
  };
  const proxy = createServer((incoming) => {
    if (isGone) return void open.add(incoming.on("error", () => undefined));
    const outgoing = connect(target, "127.0.0.1");
    keep(incoming, outgoing);
    keep(outgoing, incoming);
    incoming.pipe(outgoing).pipe(incoming);
  });
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const own = (proxy.address() as AddressInfo).port;
  return {
    of(url) {
      const moved = new URL(url);
      moved.port = String(own);
      return moved.href;
    },
    leadTo(port) {
      target = port;
      isGone = false;
      endAll();
    },
    vanish() {
      isGone = true;
      for (const socket of open) socket.unpipe().pause();
    },
    async [Symbol.asyncDispose]() {
      endAll();
      proxy.close();
    },
  };
}
