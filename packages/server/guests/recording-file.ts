// The sound of a stored recording.

import { ApiError } from "@fullcast/contract";
import type { SendableFile } from "../http/http.ts";
import type { Services } from "../services.ts";
import type { RecordingRow } from "./store.ts";

/** @throws ApiError NOT_FOUND also when the store lost the bytes */
export async function recordingFile(
  { files }: Pick<Services, "files">,
  recording: RecordingRow | undefined,
): Promise<SendableFile> {
  if (recording === undefined || (await files.stat(recording.sha256)) === null)
    throw new ApiError("NOT_FOUND", { resource: "guest_recording" });
  return {
    size: recording.size_bytes,
    contentType: recording.content_type,
    etag: recording.sha256,
    // Asked for again each time, so that a withdrawal takes effect at once.
    cacheControl: "private, no-cache",
    disposition: "inline",
    open: (range) => files.open(recording.sha256, range),
  };
}
