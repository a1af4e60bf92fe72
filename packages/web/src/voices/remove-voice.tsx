// The removal of a voice, and the withdrawal of a consent: what is affected, and what happens to what the voice spoke.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api, type CustomVoice } from "../api/api.ts";
import { t } from "../i18n/i18n.ts";
import { ownVoices } from "../i18n/own-voice-texts.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Fault } from "../ui/notice.tsx";
import styles from "./voices.module.css";

interface RemoveVoiceProps {
  readonly voice: CustomVoice;
  readonly onClose: () => void;
}

export function RemoveVoice({ voice, onClose }: RemoveVoiceProps) {
  const queries = useQueryClient();
  const isGone = voice.state === "removing" || voice.state === "removed";
  const [takes, setTakes] = useState<"keep" | "delete">(isGone ? "delete" : "keep");
  const params = { customVoiceId: voice.id };
  const state = useQuery({
    queryKey: ["own-voices", voice.id],
    queryFn: ({ signal }) => api.call("readCustomVoice", { params, signal }),
    staleTime: 0,
  });
  const remove = useMutation({
    mutationFn: () => api.call("removeCustomVoice", { params, query: { takes } }),
    // Casts, takes and lists of voices differ.
    onSuccess: async () => {
      await queries.invalidateQueries();
      onClose();
    },
  });
  const use = state.data?.use ?? [];
  const isSpoken = use.some((one) => one.takes > 0);
  const ways = [
    { value: "keep", label: ownVoices.keep },
    { value: "delete", label: voice.consent === null ? ownVoices.delete : ownVoices.deleteWithdraw },
  ] as const;
  return (
    <Dialog
      open
      onClose={onClose}
      title={isGone ? ownVoices.withdrawTitle(voice.name) : ownVoices.removeTitle(voice.name)}
      description={isGone ? ownVoices.withdrawHint : ownVoices.removeHint}
      actions={
        <Button look="danger" disabled={remove.isPending || !state.isSuccess} onClick={() => remove.mutate()}>
          {isGone ? ownVoices.withdraw : ownVoices.remove}
        </Button>
      }
    >
      <div className={styles.form}>
        {state.isPending && <p className={styles.soft}>{t.common.loading}</p>}
        {state.isSuccess && use.length === 0 && <p>{ownVoices.unused}</p>}
        {use.length > 0 && (
          <section aria-labelledby="voice-use" className={styles.use}>
            <h3 id="voice-use">{ownVoices.usedIn}</h3>
            <ul>
              {use.map((one) => (
                <li key={one.project_id}>
                  <Link to="/stories/$projectId" params={{ projectId: one.project_id }} dir="auto">
                    {one.title === "" ? ownVoices.untitled : one.title}
                  </Link>{" "}
                  <span className={styles.soft}>{ownVoices.use(one.speakers.join(", "), one.takes)}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {!isGone && (isSpoken || voice.consent !== null) && (
          <fieldset className={styles.group}>
            <legend>{ownVoices.what}</legend>
            {ways.map(({ value, label }) => (
              <label key={value} className={styles.check}>
                <input
                  type="radio"
                  name="takes"
                  value={value}
                  checked={takes === value}
                  onChange={() => setTakes(value)}
                />
                <span>{label}</span>
              </label>
            ))}
          </fieldset>
        )}
        {takes === "delete" && <p className={styles.soft}>{ownVoices.filesStay}</p>}
        {state.isError && <Fault error={state.error} onRetry={() => void state.refetch()} />}
        {remove.isError && <Fault error={remove.error} />}
      </div>
    </Dialog>
  );
}
