// Helpers for tests of book exports: request one, wait for its end, fetch its file.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { BookExport } from "@fullcast/contract";
import { pollEnd, type sharedAccount } from "./server.ts";

type Server = Awaited<ReturnType<typeof sharedAccount>>;
type Fields = { readonly [field: string]: unknown };

export function bookExporting(server: Server) {
  const { client } = server;
  const askForBook = (projectId: string, body: Fields = {}, key: string | null = randomUUID()) =>
    server.request(`/studio/projects/${projectId}/book-exports`, {
      method: "POST",
      headers: key === null ? {} : { "idempotency-key": key },
      body: JSON.stringify({ schema_version: 1, format: "srt", pin: "current", ...body }),
    });
  const bookState = (projectId: string, exportId: string) =>
    client.call("readBookExport", { params: { projectId, exportId } });
  const bookEnded = (projectId: string, exportId: string) =>
    pollEnd(
      () => bookState(projectId, exportId),
      (one) => !["queued", "running"].includes(one.status),
    );
  const madeBook = async (projectId: string, body: Fields): Promise<BookExport> => {
    const { status, body: answer } = await askForBook(projectId, body);
    assert.equal(status, 202, JSON.stringify(answer));
    const over = await bookEnded(projectId, answer.data.id);
    assert.deepEqual([over.status, over.error, over.percent, over.phase], ["completed", null, 100, "complete"]);
    return over;
  };
  const bookBytes = async ({ artifact }: BookExport): Promise<Buffer> => {
    const response = await fetch(artifact?.download_url ?? assert.fail("no file"));
    assert.equal(response.status, 200);
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.equal(bytes.length, artifact?.size_bytes);
    return bytes;
  };
  return { askForBook, bookState, bookEnded, madeBook, bookBytes };
}
