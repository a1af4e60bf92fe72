// Who an own sound is shared with, by user name: another one is added, and a share is ended.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { api, ClientError, type Sound } from "../api/api.ts";
import { soundTexts } from "../i18n/sound-texts.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { Fault } from "../ui/notice.tsx";
import { SOUNDS } from "./sound-queries.ts";
import styles from "./sounds.module.css";

interface ShareSoundProps {
  readonly sound: Sound;
  readonly onClose: () => void;
}

export function ShareSound({ sound, onClose }: ShareSoundProps) {
  const queries = useQueryClient();
  const form = useId();
  const [username, setUsername] = useState("");
  const params = { soundId: sound.id };
  const queryKey = [...SOUNDS, "shares", sound.id];
  const listed = useQuery({ queryKey, queryFn: ({ signal }) => api.call("listSoundShares", { params, signal }) });
  const refresh = () => queries.invalidateQueries({ queryKey });
  const share = useMutation({
    mutationFn: (name: string) => api.call("shareSound", { params, body: { username: name } }),
    onSuccess: () => {
      setUsername("");
      return refresh();
    },
  });
  const end = useMutation({
    mutationFn: (shareId: string) => api.call("endSoundShare", { params: { shareId } }),
    onSettled: refresh,
  });
  const refused = share.error instanceof ClientError ? share.error.code : null;
  const fault =
    refused === "NOT_FOUND"
      ? soundTexts.noAccount(share.variables ?? "")
      : refused === "INVALID_REQUEST"
        ? soundTexts.ownName
        : null;
  const shares = listed.data?.shares ?? [];
  return (
    <Dialog
      open
      onClose={onClose}
      title={soundTexts.shareTitle(sound.name)}
      description={soundTexts.shareHint}
      actions={
        <Button look="primary" type="submit" form={form} disabled={username.trim() === "" || share.isPending}>
          {soundTexts.share}
        </Button>
      }
    >
      <form
        id={form}
        className={styles.dialog}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (username.trim() !== "") share.mutate(username.trim());
        }}
      >
        <TextField
          label={soundTexts.username}
          value={username}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          fault={fault}
          onChange={(event) => {
            setUsername(event.target.value);
            share.reset();
          }}
        />
        {share.isError && fault === null && <Fault error={share.error} />}
      </form>
      {shares.length > 0 && (
        <ul className={styles.uploads} aria-label={soundTexts.sharedWith}>
          {shares.map((one) => (
            <li key={one.id}>
              <span className={styles.grow} dir="auto">
                {one.username}
              </span>
              <span className={styles.soft}>{soundTexts.shareStates[one.status]}</span>
              <Button
                look="quiet"
                aria-label={soundTexts.endShareWith(one.username)}
                disabled={end.isPending}
                onClick={() => end.mutate(one.id)}
              >
                {soundTexts.endShare}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {listed.isSuccess && shares.length === 0 && <p className={styles.soft}>{soundTexts.noShares}</p>}
      {listed.isError && <Fault error={listed.error} onRetry={() => void listed.refetch()} />}
      {end.isError && <Fault error={end.error} />}
    </Dialog>
  );
}
