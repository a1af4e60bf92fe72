// One line at a time: the line before as cue, the words, the recorder, what was found, and the way to the next line.

import type { GuestLine } from "@fullcast/contract";
import { element, textButton } from "../listen/elements.ts";
import { Refusal, readLines, record, send, soundOf } from "./guest-api.ts";
import { createRecorder } from "./recorder.ts";
import { soundType } from "./sound-type.ts";
import { t } from "./words.ts";

/** NARRATOR_NAME of the core. Imported, it would be one more file of the studio's first load. */
const NARRATOR_NAME = "Narrator";

/** Lines that are read at once. */
const PAGE = 50;

/** @throws Refusal when the first lines cannot be read */
export async function showLines(box: HTMLElement): Promise<void> {
  const lines: GuestLine[] = [];
  let total = 0;
  let at = 0;
  const load = async (index: number) => {
    while (lines.length <= index && (lines.length < total || lines.length === 0)) {
      const page = await readLines(lines.length, PAGE);
      total = page.total;
      if (page.lines.length === 0) return;
      lines.push(...page.lines);
    }
  };
  await load(0);
  if (lines.length === 0) {
    box.append(element("p", { class: "notice" }, t.noLines));
    return;
  }
  // The first line without a recording, as far as lines are known.
  at = Math.max(
    0,
    lines.findIndex(({ recording }) => recording === null),
  );

  // Made once: what is pressed while an upload or a sending ends must not be replaced under the finger.
  const status = element("p", { class: "soft", role: "status" });
  const card = element("section", { class: "card" });
  const title = element("h2", { tabindex: "-1" });
  const body = element("div", { class: "line" });
  const ways = element("div", { class: "row" });
  const back = textButton(t.previous, () => void go(at - 1));
  const next = textButton(t.next, () => void go(at + 1));
  ways.append(back, next);
  card.append(title, body, ways);
  const footer = element("div", { class: "send" });
  const nothing = element("p", { class: "soft" }, t.nothingToSend);
  const sender = textButton("", () => void sendDrafts());
  footer.append(nothing, sender);
  const sent = element("p", { role: "status" });
  const progress = element("progress", { "aria-label": t.progress(0, total), max: String(total) });
  box.append(status, progress, card, footer, sent);

  const recorder = createRecorder();
  /** A recording that could not be uploaded. */
  let kept: { readonly line: GuestLine; readonly sound: Blob; readonly type: string } | null = null;
  /** What is under way, and what it keeps from being pressed. */
  let isChecking = false;
  let isSending = false;
  addEventListener("beforeunload", (event) => {
    if (kept !== null || recorder.isBusy()) event.preventDefault();
  });

  const go = async (index: number) => {
    try {
      await load(index);
      at = Math.min(Math.max(0, index), lines.length - 1);
      sent.textContent = "";
      render();
      title.focus();
    } catch (error) {
      sent.textContent = messageOf(error);
    }
  };

  const upload = async (line: GuestLine, sound: Blob, type: string) => {
    kept = { line, sound, type };
    render(t.checking);
    try {
      const answer = await record(line, sound, type);
      kept = null;
      const index = lines.findIndex(({ block_id }) => block_id === line.block_id);
      lines[index] = answer.line;
      render();
    } catch (error) {
      const isLost = error instanceof Refusal && error.code !== "NO_ANSWER" && error.code !== "RATE_LIMITED";
      if (isLost) kept = null;
      render(undefined, messageOf(error));
    }
  };

  const sendDrafts = async () => {
    isSending = true;
    renderAround();
    try {
      const { sent: count } = await send();
      for (const [index, one] of lines.entries()) {
        if (one.recording?.state === "draft") lines[index] = { ...one, recording: { ...one.recording, state: "sent" } };
      }
      sent.textContent = t.sent(count);
    } catch (error) {
      sent.textContent = messageOf(error);
    }
    isSending = false;
    // A recording that began meanwhile keeps its place.
    if (recorder.isBusy() || isChecking) renderAround();
    else render();
  };

  /** All but the line itself. */
  function renderAround(): void {
    const line = lines[at] as GuestLine;
    const recorded = lines.filter(({ recording }) => recording !== null).length;
    status.textContent = t.progress(recorded, total);
    progress.value = recorded;
    progress.setAttribute("aria-label", t.progress(recorded, total));
    title.textContent = t.lineOf(line.number, total);
    const isHeld = isChecking || recorder.isBusy();
    back.disabled = at === 0 || isHeld;
    next.disabled = at === total - 1 || isHeld;
    next.classList.toggle("main", line.recording !== null);
    const drafts = lines.filter(({ recording }) => recording?.state === "draft").length;
    nothing.hidden = drafts > 0;
    sender.hidden = drafts === 0;
    sender.disabled = isHeld || isSending;
    if (drafts > 0) sender.textContent = t.send(drafts);
  }

  function render(checking = "", fault = ""): void {
    const line = lines[at] as GuestLine;
    isChecking = checking !== "";
    renderAround();
    const parts: HTMLElement[] = [];
    if (line.cue !== null) {
      const cue = element("div", { class: "cue" });
      cue.append(element("p", { class: "soft" }, t.before));
      const said = element("p", { dir: "auto" });
      const { person } = line.cue;
      if (person !== null) said.append(element("b", {}, `${person === NARRATOR_NAME ? t.narrator : person}: `));
      said.append(line.cue.text);
      cue.append(said);
      parts.push(cue);
    }
    parts.push(element("p", { class: "soft" }, t.yourLine), element("blockquote", { dir: "auto" }, line.text));
    if (checking !== "") parts.push(element("p", { role: "status", class: "notice" }, checking));
    else {
      if (fault !== "") parts.push(element("p", { role: "alert", class: "notice warn" }, fault));
      if (kept !== null && kept.line.block_id === line.block_id) {
        const { sound, type } = kept;
        parts.push(textButton(t.tryAgain, () => void upload(line, sound, type)));
      }
      if (line.recording !== null) parts.push(...heard(line.recording));
      parts.push(
        recorder.view({
          label: line.recording === null ? t.record : t.again,
          onBusy: renderAround,
          onSound: (sound, filename) => void upload(line, sound, soundType(sound.type, filename)),
        }),
      );
    }
    const hadFocus = body.contains(document.activeElement);
    body.replaceChildren(...parts);
    // While the recording is checked there is nothing to press: the heading keeps the place.
    if (hadFocus) (body.querySelector<HTMLElement>("audio, button") ?? title).focus();
  }

  render();
}

function heard(recording: NonNullable<GuestLine["recording"]>): HTMLElement[] {
  const player = element("audio", {
    controls: "",
    preload: "none",
    src: soundOf(recording.id),
    "aria-label": t.listen,
  });
  const state = element("p", { class: "soft" }, t.states[recording.state]);
  if (!recording.matches_line) return [player, state, element("p", { class: "notice warn" }, t.changed)];
  if (recording.findings.length === 0)
    return [player, element("p", { role: "status" }, `${t.good} ${t.states[recording.state]}`)];
  const box = element("div", { class: "notice warn", role: "status" });
  const list = element("ul");
  list.append(...recording.findings.map(({ kind }) => element("li", {}, t.found[kind])));
  box.append(element("p", {}, t.findings), list);
  return [player, state, box];
}

const messageOf = (error: unknown) => (error instanceof Refusal ? error.message : t.failed);
