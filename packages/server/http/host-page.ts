// The page for a browser that opened the studio under an address of another host. Programs get the usual envelope.

import type { FastifyReply, FastifyRequest } from "fastify";

/** Names no address: another site may have pointed its own name at this server and read the page. */
const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Unknown address – Fullcast</title>
<h1>Fullcast does not answer at this address</h1>
<p>Open the address that the server printed when it started. From another device, use the address that the studio shows under Account.</p>
<p>If this address is right, set <code>FULLCAST_PUBLIC_URL</code> to it and start the server again.</p>
</html>
`;

/** Whether a browser asks for a page, and not a program for data. */
export function wantsPage({ method, headers, raw }: Pick<FastifyRequest, "method" | "headers" | "raw">): boolean {
  const isApi = /^\/v1(?:[/?]|$)/.test(raw.url ?? "");
  return !isApi && (method === "GET" || method === "HEAD") && headers.accept?.includes("text/html") === true;
}

/** Answers with a page that states what to do. */
export function sendHostPage(reply: FastifyReply): FastifyReply {
  return reply
    .code(403)
    .header("content-type", "text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .header("content-security-policy", "default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
    .header("x-content-type-options", "nosniff")
    .send(PAGE);
}
