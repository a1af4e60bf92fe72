// The editor of one line's words: CodeMirror in the place of the text, loaded when a line is first edited.

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { useEffect, useRef, useState } from "react";
import { t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { forgetDraft, keepDraft, readDraft } from "../ui/drafts.ts";
import { pageNonce } from "../ui/nonce.ts";
import { editAloud } from "./edit-aloud.ts";
import { withText } from "./edit-text.ts";
import { wordsOf } from "./line.ts";
import { textOperation } from "./line-edits.ts";
import styles from "./lines.module.css";
import type { ScriptDesk } from "./script-desk.ts";
import shared from "./shared.module.css";

interface LineEditorProps {
  readonly desk: ScriptDesk;
  readonly blockId: string;
  readonly onClose: () => void;
}

export function LineEditor({ desk, blockId, onClose }: LineEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const [draft, setDraft] = useState(() => readDraft(blockId));
  const [original] = useState(() => {
    const block = desk.model.find(blockId);
    return block === undefined ? "" : wordsOf(block);
  });
  const tail = /\s*$/.exec(original)?.[0] ?? "";
  const words = original.slice(0, original.length - tail.length);

  const save = () => {
    const block = desk.model.find(blockId);
    const written = `${view.current?.state.doc.toString() ?? words}${tail}`;
    forgetDraft(blockId);
    const isOther = block !== undefined && written !== wordsOf(block) && written.trim() !== "" && written !== original;
    if (isOther && wordsOf(block) !== original && block.content.type === "text") {
      // Another tab or person wrote other words into the line while it was open here.
      desk.reportConflict({ blockId, mine: written, theirs: wordsOf(block) });
    } else if (isOther) {
      const { content } = block;
      const next =
        content.type === "text"
          ? withText(content, written)
          : content.type === "note"
            ? { ...content, text: written.trim() }
            : { ...content, prompt: written.trim() };
      editAloud(desk, [textOperation(block, next)]);
    }
    onClose();
  };
  const leave = () => {
    const written = view.current?.state.doc.toString() ?? words;
    if (written !== words) keepDraft(blockId, written);
    onClose();
  };
  const actions = useRef({ save, leave });
  actions.current = { save, leave };

  useEffect(() => {
    if (place.current === null) return;
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: words,
        selection: { anchor: words.length },
        extensions: [
          // Other line ends would be lost: the editor joins lines with this one.
          EditorState.lineSeparator.of("\n"),
          history(),
          EditorView.lineWrapping,
          EditorView.cspNonce.of(pageNonce()),
          EditorView.contentAttributes.of({ "aria-label": t.script.editLine, dir: "auto", spellcheck: "true" }),
          keymap.of([
            { key: "Mod-Enter", run: () => done(actions.current.save) },
            { key: "Escape", run: () => done(actions.current.leave) },
            ...historyKeymap,
            ...defaultKeymap,
          ]),
        ],
      }),
    });
    view.current = editor;
    editor.focus();
    // The editor is higher than the words of the line.
    place.current?.parentElement?.scrollIntoView({ block: "nearest" });
    return () => editor.destroy();
  }, [words]);

  const insertDraft = () => {
    const editor = view.current;
    if (editor !== null && draft !== null) {
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: draft } });
      editor.focus();
    }
    setDraft(null);
  };
  return (
    <div className={styles.editor}>
      <div ref={place} className={styles.editorText} />
      {draft !== null && (
        <p className={styles.draft}>
          {t.script.draft}{" "}
          <Button look="quiet" onClick={insertDraft}>
            {t.script.draftUse}
          </Button>
          <Button
            look="quiet"
            onClick={() => {
              forgetDraft(blockId);
              setDraft(null);
            }}
          >
            {t.script.draftForget}
          </Button>
        </p>
      )}
      <div className={styles.editorFoot}>
        <Button look="primary" onClick={save}>
          {t.common.save}
        </Button>
        <Button onClick={leave}>{t.common.close}</Button>
        <span className={`${shared.hint} ${styles.ofKeys}`}>{t.script.editHint}</span>
      </div>
    </div>
  );
}

/** A key of the editor that was used. */
function done(action: () => void): true {
  action();
  return true;
}
