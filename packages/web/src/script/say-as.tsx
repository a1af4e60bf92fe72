// How a word is said: in this line, or everywhere in the story by its lexicon.

import type { TextContent } from "@fullcast/core/document";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, change } from "../api/api.ts";
import { newId } from "../api/new-id.ts";
import { t } from "../i18n/i18n.ts";
import type { ChapterPlace } from "../story/chapter.tsx";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { useDraft, useDraftText } from "../ui/drafts.ts";
import { TextField } from "../ui/field.tsx";
import { faultWords } from "../ui/notice.tsx";
import { pronunciationOf, withPronunciation, wordsIn } from "./directions.ts";
import { useHearPronunciation } from "./hear-pronunciation.ts";
import { textOperation } from "./line-edits.ts";
import styles from "./line-panel.module.css";
import type { ScriptDesk } from "./script-desk.ts";
import shared from "./shared.module.css";

interface SayAsProps {
  readonly place: ChapterPlace;
  readonly desk: ScriptDesk;
  readonly blockId: string;
  readonly content: TextContent;
}

export function SayAs(props: SayAsProps) {
  const { blockId } = props;
  // Open for one line: with another one it is closed, and nothing of it is drawn.
  const [openFor, setOpenFor] = useState<string | null>(null);
  const isOpen = openFor === blockId;
  return (
    <details
      className={styles.more}
      open={isOpen}
      onToggle={(event) => setOpenFor(event.currentTarget.open ? blockId : null)}
    >
      <summary>{t.script.sayAs}</summary>
      {isOpen && <SayAsControls key={blockId} {...props} />}
    </details>
  );
}

function SayAsControls({ place, desk, blockId, content }: SayAsProps) {
  const queries = useQueryClient();
  // They stay when another line is marked or the part closes.
  const [chosen, setAt] = useDraft(`say-as-word.${blockId}`);
  const [typed, setTyped] = useDraftText(`say-as.${blockId}`);
  const words = wordsIn(content.text);
  const at = chosen !== null && words[Number(chosen)] !== undefined ? chosen : "0";
  const word = words[Number(at)];
  const used = () => {
    setTyped("");
    setAt(null);
  };
  const params = { projectId: place.projectId };
  const key = ["story", place.projectId, "lexicon"];
  const lexicon = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.call("readLexicon", { params, signal }),
  });
  const entry = () => ({ term: word?.text ?? "", case_sensitive: false, ...pronunciationOf(typed) });
  const body = () => ({
    ...change(),
    base_lexicon_version: lexicon.data?.lexicon_version ?? 1,
    upsert: [{ ...entry(), ...sameTerm() }],
  });
  const sameTerm = () => {
    const held = lexicon.data?.entries.find((one) => one.term.toLowerCase() === word?.text.toLowerCase());
    return held === undefined ? {} : { id: held.id };
  };
  const everywhere = useMutation({
    mutationFn: () => api.call("changeLexicon", { params, body: body() }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: key });
      void desk.readMedia();
      used();
    },
  });
  const preview = useQuery({
    // Each version of the lexicon has a preview of its own: one of an earlier version would be refused.
    queryKey: ["lexicon-preview", place.projectId, lexicon.data?.lexicon_version, word?.text, typed],
    queryFn: ({ signal }) => api.call("previewLexicon", { params, body: body(), signal }),
    enabled: lexicon.isSuccess && !everywhere.isPending && typed.trim() !== "" && word !== undefined,
  });
  const hear = useHearPronunciation();
  const speakerId = desk.model.find(blockId)?.speaker_id;
  const voiceId = desk.people.all.find((person) => person.id === speakerId)?.casting?.voice_id;
  const here = () => {
    const block = desk.model.find(blockId);
    if (block === undefined || word === undefined) return;
    desk.edit([textOperation(block, withPronunciation(content, word, typed, newId))]);
    used();
  };
  return (
    <div className={styles.controls}>
      <Choice
        label={t.script.sayAsWord}
        value={at}
        onChoose={setAt}
        options={words.map((one, index) => ({ value: String(index), label: one.text }))}
      />
      <TextField
        label={t.script.sayAsValue}
        hint={t.script.sayAsHint}
        value={typed}
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        fault={everywhere.isError ? faultWords(everywhere.error) : null}
      />
      {preview.data !== undefined && (
        <p className={shared.hint}>{t.script.sayAsPlaces(preview.data.occurrences, preview.data.block_count)}</p>
      )}
      {hear.isError && <p className={styles.hint}>{faultWords(hear.error)}</p>}
      <div className={styles.edits}>
        {voiceId !== undefined && word !== undefined && (
          <Button
            disabled={typed.trim() === "" || hear.isPending}
            onClick={() => hear.mutate({ voiceId, text: content.text, word, typed })}
          >
            {t.script.listenTo}
          </Button>
        )}
        <Button disabled={typed.trim() === ""} onClick={here}>
          {t.script.sayAsHere}
        </Button>
        <Button disabled={typed.trim() === "" || everywhere.isPending} onClick={() => everywhere.mutate()}>
          {t.script.sayAsEverywhere}
        </Button>
      </div>
      {everywhere.isSuccess && <p role="status">{t.script.sayAsDone}</p>}
    </div>
  );
}
