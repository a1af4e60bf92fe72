// One sound of a list: play, its words, its state, and what the list offers.

import type { ReactNode } from "react";
import type { Sound } from "../api/api.ts";
import { formatLength } from "../i18n/i18n.ts";
import { soundTexts } from "../i18n/sound-texts.ts";
import { IconButton } from "../ui/button.tsx";
import { PauseIcon, PlayIcon } from "../ui/icons.tsx";
import styles from "./sounds.module.css";
import type { SoundPlay } from "./use-sound-play.ts";

interface SoundRowProps {
  readonly sound: Sound;
  readonly play: SoundPlay;
  readonly children: ReactNode;
}

export function SoundRow({ sound, play, children }: SoundRowProps) {
  const isPlaying = play.soundId === sound.id;
  const revision = sound.current_revision;
  return (
    <li className={styles.row}>
      <IconButton
        label={isPlaying ? soundTexts.pause(sound.name) : soundTexts.play(sound.name)}
        disabled={revision === null}
        onClick={() => play.toggle(sound.id)}
      >
        {isPlaying ? <PauseIcon /> : <PlayIcon />}
      </IconButton>
      <div className={styles.words}>
        <span className={styles.name} dir="auto">
          {sound.name}
        </span>
        {sound.description !== sound.name && (
          <p className={styles.soft} dir="auto">
            {sound.description}
          </p>
        )}
        <p className={styles.facts}>
          {revision !== null && <span>{formatLength(Math.max(1_000, revision.duration_ms))}</span>}
          <span data-state={sound.status}>{soundTexts.states[sound.status]}</span>
          {sound.is_public && <span>{soundTexts.isPublic}</span>}
          {!sound.is_owned_by_user && sound.owner_display_name !== null && (
            <span dir="auto">{soundTexts.by(sound.owner_display_name)}</span>
          )}
          {sound.tags.map((tag) => (
            <span key={tag} className={styles.tag} dir="auto">
              {tag}
            </span>
          ))}
        </p>
        {sound.error !== null && (
          <p className={styles.fault}>{soundTexts.faults[sound.error.code ?? ""] ?? sound.error.message}</p>
        )}
      </div>
      <div className={styles.actions}>{children}</div>
    </li>
  );
}
