// The dialog that adds a sound: made from words, or one of the account's own, once or until a later line ends.

import { understandPrompt } from "@fullcast/core/effects";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { api, type Sound } from "../api/api.ts";
import { newId } from "../api/new-id.ts";
import { formatNumber, t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useDraftText } from "../ui/drafts.ts";
import { TextField } from "../ui/field.tsx";
import { faultWords } from "../ui/notice.tsx";
import { Slider } from "../ui/slider.tsx";
import type { ChosenSound, SoundPlace } from "./new-lines.ts";
import { KINDS } from "./sound-kinds.ts";

export interface LaterLine {
  readonly id: string;
  readonly label: string;
}

interface SoundDialogProps {
  readonly projectId: string;
  /** Under this name the words are kept. */
  readonly draft: string;
  /** The line that the sound can begin with; null when only a place of its own is possible. */
  readonly lineId: string | null;
  /** Lines at whose end the sound can stop, the marked one first. */
  readonly until: readonly LaterLine[];
  readonly onClose: () => void;
  readonly onAdd: (sound: ChosenSound, place: SoundPlace | null) => void;
}

const WORDS = "";
const AFTER = "after";
const ONCE = "";
const LONGEST_S = 60;
const USUAL_S = 5;

export function SoundDialog({ projectId, draft, lineId, until, onClose, onAdd }: SoundDialogProps) {
  const form = useId();
  const kinds = useId();
  const [own, setOwn] = useState(WORDS);
  const [prompt, setPrompt] = useDraftText(draft);
  const [seconds, setSeconds] = useState(USUAL_S);
  const [begins, setBegins] = useState(AFTER);
  const [end, setEnd] = useState(ONCE);
  const [fault, setFault] = useState<string | null>(null);
  const sounds = useQuery({
    queryKey: ["sounds", "mine", projectId],
    queryFn: ({ signal }) => api.call("listSounds", { query: { scope: "mine", project_id: projectId }, signal }),
  });
  const ready = sounds.data?.sounds.filter((sound) => sound.status === "ready") ?? [];
  const chosen = ready.find((sound) => sound.id === own);
  const isUnknown = chosen === undefined && prompt.trim() !== "" && understandPrompt(prompt) === null;
  const isReady = chosen !== undefined || prompt.trim() !== "";
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const place = begins === AFTER || lineId === null ? null : { beginsWith: lineId, until: end === ONCE ? null : end };
    try {
      if (chosen !== undefined && !chosen.is_in_project) await link(projectId, chosen);
      setPrompt("");
      onAdd(chosen === undefined ? { prompt: prompt.trim(), duration_ms: seconds * 1000 } : soundOf(chosen), place);
    } catch (error) {
      setFault(faultWords(error));
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.script.addSound}
      actions={
        <Button look="primary" type="submit" form={form} disabled={!isReady}>
          {t.script.add}
        </Button>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)} style={{ display: "grid", gap: "var(--step)" }}>
        {ready.length > 0 && (
          <Choice
            label={t.script.soundFrom}
            value={own}
            onChoose={setOwn}
            options={[
              { value: WORDS, label: t.script.soundFromWords },
              ...ready.map((sound) => ({ value: sound.id, label: sound.name })),
            ]}
          />
        )}
        {chosen === undefined && (
          <>
            <TextField
              label={t.script.soundPrompt}
              hint={isUnknown ? t.script.soundUnknown : t.script.soundHint}
              list={kinds}
              autoComplete="off"
              value={prompt}
              fault={fault}
              onChange={(event) => setPrompt(event.target.value)}
            />
            <datalist id={kinds}>
              {KINDS.map((kind) => (
                <option key={kind} value={kind} />
              ))}
            </datalist>
            <Slider
              label={t.script.soundLength}
              value={seconds}
              min={0.5}
              max={LONGEST_S}
              step={0.5}
              words={(value) => t.script.seconds(formatNumber(value))}
              onMove={setSeconds}
            />
          </>
        )}
        {lineId !== null && (
          <Choice
            label={t.script.soundBegins}
            value={begins}
            onChoose={setBegins}
            options={[
              { value: AFTER, label: t.script.soundAfter },
              { value: lineId, label: t.script.soundWith },
            ]}
          />
        )}
        {begins !== AFTER && (
          <Choice
            label={t.script.soundLasts}
            value={end}
            onChoose={setEnd}
            options={[
              { value: ONCE, label: t.script.soundOnce },
              ...until.map(({ id, label }) => ({ value: id, label: t.script.soundUntil(label) })),
            ]}
          />
        )}
        {chosen !== undefined && fault !== null && <p role="alert">{fault}</p>}
      </form>
    </Dialog>
  );
}

function soundOf(sound: Sound): ChosenSound {
  const revision = sound.current_revision;
  if (revision === null) throw new Error("A ready sound has a revision.");
  return {
    prompt: sound.name,
    duration_ms: revision.duration_ms,
    source: { sound_effect_id: sound.id, sound_effect_revision_id: revision.id },
  };
}

/** A script can only play sounds that are linked to its story. */
async function link(projectId: string, sound: Sound): Promise<void> {
  const held = await api.call("listProjectSounds", { params: { projectId }, query: { limit: 1 } });
  await api.call("linkProjectSound", {
    params: { projectId },
    body: {
      schema_version: "studio-project-sound-source-1",
      client_mutation_id: newId(),
      sound_effect_id: sound.id,
      expected_registry_version: held.sound_source_registry_version,
    },
  });
}
