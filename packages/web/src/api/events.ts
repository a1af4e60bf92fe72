// The event stream of a story. Tabs of one browser share one stream, because HTTP/1.1 allows six connections to a host: the
// tab that holds the lock reads, and passes what it reads to the others.

import { useEffect, useRef } from "react";
import { api, type ProjectEvent } from "./api.ts";

type Listener = (event: ProjectEvent) => void;

/**
 * Calls `onEvent` for each event of the story while the component is mounted.
 * @param onOpen Called when the stream is open. What was read before can be older than the first event.
 */
export function useStoryEvents(projectId: string, onEvent: Listener, onOpen?: () => void): void {
  const latest = useRef({ onEvent, onOpen });
  latest.current = { onEvent, onOpen };
  useEffect(() => {
    const ending = new AbortController();
    const deliver = (event: ProjectEvent) => latest.current.onEvent(event);
    void follow(projectId, deliver, () => latest.current.onOpen?.(), ending.signal).catch(() => undefined);
    return () => ending.abort();
  }, [projectId]);
}

async function follow(projectId: string, deliver: Listener, onOpen: () => void, signal: AbortSignal): Promise<void> {
  const channel = new BroadcastChannel(`fullcast.events.${projectId}`);
  // One of several followers reads, in this tab or in another one. Null: its stream is open.
  channel.onmessage = ({ data }: MessageEvent<ProjectEvent | null>) => (data === null ? onOpen() : deliver(data));
  const opened = () => {
    onOpen();
    channel.postMessage(null);
  };
  signal.addEventListener("abort", () => channel.close());
  const read = async () => {
    for await (const event of await api.call("followProjectEvents", {
      params: { projectId },
      signal,
      onOpen: opened,
    })) {
      if (signal.aborted) return;
      deliver(event);
      channel.postMessage(event);
    }
  };
  // Without locks (plain http on a phone) each tab has a stream of its own.
  if (navigator.locks === undefined) await read();
  else await navigator.locks.request(`fullcast.events.${projectId}`, { signal }, read);
}
