// One button that gives everyone a voice who has none. Chosen voices stay, and one undo takes all of it back.

import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { api, change, type Speaker } from "../api/api.ts";
import { castTexts } from "../i18n/cast-texts.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/notice.tsx";
import styles from "./cast.module.css";

interface CastEveryoneProps {
  readonly projectId: string;
  readonly people: readonly Speaker[];
  readonly registryVersion: number;
  readonly onDone: () => void;
}

export function CastEveryone({ projectId, people, registryVersion, onDone }: CastEveryoneProps) {
  const status = useRef<HTMLParagraphElement>(null);
  const cast = useMutation({
    mutationFn: () =>
      api.call("castMissingVoices", {
        params: { projectId },
        body: { ...change(), base_speaker_registry_version: registryVersion },
      }),
    // The button leaves with its work; the keyboard stays here.
    onSuccess: () => status.current?.focus(),
    onSettled: onDone,
  });
  const missing = people.filter(
    ({ casting, role, usage }) => casting === null && (role === "narrator" || usage.block_count > 0),
  ).length;
  return (
    <div className={styles.everyone}>
      <p ref={status} tabIndex={-1} role="status" className={styles.hint}>
        {cast.isPending
          ? castTexts.castingEveryone
          : missing > 0
            ? cast.data?.casts.length === 0
              ? castTexts.noVoiceToGive
              : castTexts.withoutVoice(missing)
            : cast.data !== undefined && cast.data.casts.length > 0
              ? castTexts.everyoneCast(cast.data.casts.length)
              : ""}
      </p>
      {missing > 0 && (
        <Button disabled={cast.isPending} onClick={() => cast.mutate()}>
          {castTexts.castEveryone}
        </Button>
      )}
      {cast.isError && <Fault error={cast.error} />}
    </div>
  );
}
