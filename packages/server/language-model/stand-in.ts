// For tests and measurements: a language model in OpenAI's dialect with answers that a test chooses, which can fail in every way a
// server fails. It keeps what it was asked.

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export type Mode =
  | "answers"
  | "wraps"
  | "refuses-schema"
  | "refuses-limits"
  | "nonsense"
  | "html"
  | "refuses-key"
  | "quota"
  | "fails"
  | "busy"
  | "hangs"
  | "breaks-off"
  | "redirects"
  | "endless";

export interface AskedLine {
  readonly line: number;
  /** The names of the window's people by their labels. */
  readonly people: ReadonlyMap<string, string>;
  readonly excerpt: string;
}

export interface StandInAnswer {
  /** A label ("P2"), "other" or "unknown"; anything else is a lie in form. */
  readonly speaker: string;
  readonly name?: string;
}

export interface StandIn extends AsyncDisposable {
  readonly url: string;
  /** What the next requests get, in order; then `usual`. */
  readonly next: Mode[];
  usual: Mode;
  /** The answer to a line. */
  answer: (asked: AskedLine) => StandInAnswer;
  /** More fields of the answer. */
  more: { readonly [field: string]: unknown };
  readonly bodies: { readonly [key: string]: unknown }[];
  readonly headers: IncomingMessage["headers"][];
}

export async function startStandIn(): Promise<StandIn> {
  const state = {
    next: [] as Mode[],
    usual: "answers" as Mode,
    answer: (_: AskedLine): StandInAnswer => ({ speaker: "unknown" }),
    more: {},
    bodies: [] as { readonly [key: string]: unknown }[],
    headers: [] as IncomingMessage["headers"][],
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(parts).toString("utf8"));
      state.bodies.push(body);
      state.headers.push(request.headers);
      const mode = state.next.shift() ?? state.usual;
      const send = (status: number, value: unknown) => {
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
      };
      const answer = (content: string) =>
        send(200, {
          choices: [{ message: { role: "assistant", content }, finish_reason: "stop" }],
          usage: { prompt_tokens: 1_000, completion_tokens: 100 },
        });
      switch (mode) {
        case "answers":
          return answer(JSON.stringify(replyOf(body, state)));
        case "wraps":
          return answer(
            `<think>{"answers": hm}</think>Here it is:\n\`\`\`json\n${JSON.stringify(replyOf(body, state))}\n\`\`\`\nDone.`,
          );
        case "refuses-schema":
          return "response_format" in body
            ? send(400, { error: { message: "response_format is not supported" } })
            : answer(JSON.stringify(replyOf(body, state)));
        case "refuses-limits":
          return "max_tokens" in body || "temperature" in body
            ? send(400, { error: { message: "Unsupported parameter: 'max_tokens'" } })
            : answer(JSON.stringify(replyOf(body, state)));
        case "nonsense":
          return answer("The weather is fine today.");
        case "html":
          return void response.writeHead(200, { "content-type": "text/html" }).end("<html>It works!</html>");
        case "refuses-key":
          return send(401, { error: { message: `bad key ${request.headers.authorization}` } });
        case "quota":
          return send(429, { error: { code: "insufficient_quota" } });
        case "fails":
          return send(500, { error: { message: "failed" } });
        case "busy":
          return send(503, { error: { message: "busy" } });
        case "hangs":
          return;
        case "breaks-off":
          response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
          response.write('{"choices": [');
          return void response.destroy();
        case "redirects":
          return void response.writeHead(307, { location: "http://127.0.0.1:9/v1/chat/completions" }).end();
        case "endless": {
          response.writeHead(200, { "content-type": "application/json" });
          const more = () => {
            while (!response.destroyed && response.write(" ".repeat(65_536)));
          };
          response.on("drain", more);
          return more();
        }
      }
    });
  });
  // A measurement computes between two questions; the connection stays open.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function replyOf(
  { messages }: { readonly messages: readonly { readonly content: string }[] },
  { answer, more }: Pick<StandIn, "answer" | "more">,
): object {
  const [head, tail] = messages.at(-1)!.content.split("\n\nLines to answer: ");
  const at = head!.indexOf("\n\nStory (");
  const people = new Map(
    [...head!.slice(0, at).matchAll(/^(P\d+): ([^(\n]+)/gmu)].map(([, label, name]) => [label!, name!.trim()]),
  );
  const answers = tail!.split(", ").map((line) => {
    const { speaker, name = "" } = answer({ line: Number(line), people, excerpt: head!.slice(at) });
    return { line: Number(line), speaker, name };
  });
  return { answers, people: [], same: [], ...more };
}
