// For tests: a recogniser in OpenAI's dialect. It hears what a test says of a file, and can fail in every way a server fails.

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export type RecogniserMode =
  | "hears"
  | "fails"
  | "busy"
  | "html"
  | "refuses-key"
  | "refuses-file"
  | "hangs"
  | "redirects";

export interface HeardRequest {
  readonly headers: IncomingMessage["headers"];
  readonly path: string;
  readonly fields: { readonly [name: string]: string };
  /** The file that was sent. */
  readonly wav: Buffer;
}

export interface RecogniserStandIn extends AsyncDisposable {
  readonly url: string;
  /** What the next requests get, in order; then `usual`. */
  readonly next: RecogniserMode[];
  usual: RecogniserMode;
  hear: (request: HeardRequest) => string;
  readonly requests: HeardRequest[];
}

export async function startRecogniserStandIn(): Promise<RecogniserStandIn> {
  const state = {
    next: [] as RecogniserMode[],
    usual: "hears" as RecogniserMode,
    hear: (_: HeardRequest) => "",
    requests: [] as HeardRequest[],
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const form = await new Response(Buffer.concat(parts), {
      headers: { "content-type": request.headers["content-type"] ?? "" },
    }).formData();
    const fields: { [name: string]: string } = {};
    let wav = Buffer.alloc(0);
    for (const [name, value] of form) {
      if (typeof value === "string") fields[name] = value;
      else wav = Buffer.from(await value.arrayBuffer());
    }
    const heard = { headers: request.headers, path: request.url ?? "", fields, wav };
    state.requests.push(heard);
    const send = (status: number, value: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    switch (state.next.shift() ?? state.usual) {
      case "hears":
        return send(200, { text: state.hear(heard) });
      case "fails":
        return send(500, { error: { message: "failed" } });
      case "busy":
        return response.writeHead(503, { "retry-after": "0" }).end();
      case "html":
        return response.writeHead(200, { "content-type": "text/html" }).end("<html>It works!</html>");
      case "refuses-key":
        return send(401, { error: { message: `bad key ${request.headers.authorization}` } });
      case "refuses-file":
        return send(400, { error: { message: "bad file" } });
      case "redirects":
        return response.writeHead(307, { location: "http://127.0.0.1:9/v1/audio/transcriptions" }).end();
      case "hangs":
        return;
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
