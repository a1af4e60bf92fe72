// The event stream of a story. Tabs of one browser share one stream, because HTTP/1.1 allows six connections to a host: the
// tab that holds the lock reads, and passes what it reads to the others.

import { useEffect, useRef } from "react";
import { api, type ProjectEvent } from "./api.ts";

type Listener = (event: ProjectEvent) => void;

/** Calls `onEvent` for each event of the story while the component is mounted. */
export function useStoryEvents(projectId: string, onEvent: Listener): void {
  const latest = useRef(onEvent);
  latest.current = onEvent;
  useEffect(() => {
    const ending = new AbortController();
    void follow(projectId, (event) => latest.current(event), ending.signal).catch(() => undefined);
    return () => ending.abort();
  }, [projectId]);
}

async function follow(projectId: string, deliver: Listener, signal: AbortSignal): Promise<void> {
  const channel = new BroadcastChannel(`fullcast.events.${projectId}`);
  channel.onmessage = (message: MessageEvent<ProjectEvent>) => deliver(message.data);
  signal.addEventListener("abort", () => channel.close());
  const read = async () => {
    for await (const event of await api.call("followProjectEvents", { params: { projectId }, signal })) {
      if (signal.aborted) return;
      deliver(event);
      channel.postMessage(event);
    }
  };
  // Without locks (plain http on a phone) each tab has a stream of its own.
  if (navigator.locks === undefined) await read();
  else await navigator.locks.request(`fullcast.events.${projectId}`, { signal }, read);
}
