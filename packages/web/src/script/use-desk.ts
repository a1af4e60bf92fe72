// One desk for the chapter that is open, kept up to date by events.

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { actorSessionId } from "../api/api.ts";
import { useStoryEvents } from "../api/events.ts";
import { keys } from "../api/queries.ts";
import type { ChapterPlace } from "../story/chapter.tsx";
import { ScriptDesk } from "./script-desk.ts";

/** Events come in bursts while a run speaks; audio states are read at most this often. */
const MEDIA_EVERY_MS = 1000;

export function useDesk(place: ChapterPlace): ScriptDesk {
  const queries = useQueryClient();
  const [desk] = useState(() => new ScriptDesk(place));
  useSyncExternalStore(desk.subscribe, desk.revision);
  useEffect(() => {
    void desk.open();
  }, [desk]);
  const [later] = useState(() => atMostEvery(MEDIA_EVERY_MS));
  useStoryEvents(place.projectId, (event) => {
    if (event.event === "block" && event.data.section_id === place.sectionId) {
      later(() => void desk.readMedia().catch(() => undefined));
    }
    if (event.event === "document" && event.data.section_id === place.sectionId) {
      const { document_version, actor_session_id } = event.data;
      // What the service itself did comes with the end of its step.
      if (actor_session_id !== null && actor_session_id !== actorSessionId) void desk.follow(document_version);
    }
    if (event.event === "speakers") void desk.readPeople(event.data.speaker_registry_version);
    if (event.event === "step" && event.data.section_id === place.sectionId) {
      void queries.invalidateQueries({ queryKey: keys.run(place.projectId, place.sectionId) });
      if (event.data.status !== "active" && event.data.step_kind !== "generate_stale_audio") void desk.catchUp();
    }
    if (event.event === "reset") void desk.catchUp();
  });
  return desk;
}

function atMostEvery(ms: number): (run: () => void) => void {
  let waiting = false;
  return (run) => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      run();
    }, ms);
  };
}
