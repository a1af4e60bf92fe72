// The recorder of a line: a count-in, the level while a person speaks, Stop; or a sound file, where there is no microphone or the
// person prefers another app.

import { element, textButton } from "../listen/elements.ts";
import { type Microphone, openMicrophone, type Recording } from "../ui/microphone.ts";
import { levelHint } from "./level-hint.ts";
import { t } from "./words.ts";

const COUNT_FROM = 3;
const COUNT_MS = 700;
/** Sound after the press on Stop: the last syllable, and the room. */
const AFTER_MS = 400;
/** Shorter than the server's limit of 10 minutes. */
const LONGEST_MS = 590_000;
const HINT_MS = 1_000;

interface RecorderView {
  readonly label: string;
  /** Called when a recording begins or ends; isBusy() states which. */
  readonly onBusy: () => void;
  /** `filename` of a chosen file. */
  readonly onSound: (sound: Blob, filename?: string) => void;
}

export interface Recorder {
  readonly view: (of: RecorderView) => HTMLElement;
  /** Whether a recording would be lost. */
  readonly isBusy: () => boolean;
}

type Reason = keyof typeof t.microphone;

export function createRecorder(): Recorder {
  let microphone: Microphone | null = null;
  let reason: Reason | null = isSecureContext && "mediaDevices" in navigator ? null : "insecure";
  if (reason === null && typeof MediaRecorder === "undefined") reason = "failed";
  let busy = false;

  const open = async (): Promise<Microphone | null> => {
    if (microphone !== null) return microphone;
    try {
      microphone = await openMicrophone();
    } catch (error) {
      const name = error instanceof DOMException ? error.name : "";
      reason = name === "NotAllowedError" ? "denied" : name === "NotFoundError" ? "none" : "failed";
    }
    return microphone;
  };

  const view = ({ label, onBusy, onSound }: RecorderView): HTMLElement => {
    const box = element("div", { class: "recorder" });
    const idle = () => {
      const parts: HTMLElement[] = [];
      if (reason !== null) parts.push(element("p", { class: "notice warn" }, t.microphone[reason]));
      const row = element("div", { class: "row" });
      if (reason === null || reason === "denied") {
        const button = textButton(label, () => void begin());
        button.className = "main";
        row.append(button);
      }
      row.append(filePart(onSound));
      box.replaceChildren(...parts, row);
    };
    const setBusy = (is: boolean) => {
      busy = is;
      onBusy();
    };
    const begin = async () => {
      // Another press must not open the microphone twice.
      if (busy) return;
      setBusy(true);
      const opened = await open();
      if (opened === null) {
        setBusy(false);
        return idle();
      }
      await run(opened);
    };
    const run = async (opened: Microphone) => {
      const said = element("p", { role: "status", class: "count" }, t.countIn);
      const meter = element("meter", {
        min: "0",
        max: "1",
        low: "0.35",
        high: "0.95",
        optimum: "0.7",
        "aria-label": t.level,
      });
      const hint = element("p", { class: "soft hint" });
      // One button for both, so that the focus stays on it.
      let recording: Recording | null = null;
      let isCancelled = false;
      let stop = async (): Promise<void> => undefined;
      const button = textButton(t.cancel, () => {
        if (said.classList.contains("on")) return void stop();
        isCancelled = true;
        recording?.cancel();
        close();
        idle();
        box.querySelector("button")?.focus();
      });
      button.className = "main stop";
      const close = () => {
        // The lamp of the microphone goes out between two lines.
        opened.close();
        microphone = null;
        setBusy(false);
      };
      box.replaceChildren(said, meter, hint, button);
      button.focus();
      const levels: number[] = [];
      const showLevel = () => {
        if (!box.isConnected || !busy || isCancelled) return;
        meter.value = opened.level();
        levels.push(meter.value);
        requestAnimationFrame(showLevel);
      };
      showLevel();
      for (let left = COUNT_FROM; left > 0; left--) {
        said.textContent = `${t.countIn}: ${left}`;
        // The last second belongs to the recording: it holds the noise of the room, which the server measures and cuts off.
        if (left === 1) recording = opened.record();
        await pause(COUNT_MS);
        if (isCancelled) return;
      }
      button.textContent = t.stop;
      said.textContent = t.recording;
      said.classList.add("on");
      levels.length = 0;
      const hints = setInterval(() => {
        const found = levelHint(levels.splice(0));
        hint.textContent = found === null ? "" : t[found];
      }, HINT_MS);
      let isOver = false;
      stop = async () => {
        if (isOver) return;
        isOver = true;
        clearTimeout(longest);
        clearInterval(hints);
        await pause(AFTER_MS);
        const sound = await (recording as Recording).finish();
        close();
        onSound(sound);
      };
      const longest = setTimeout(() => void stop(), LONGEST_MS);
    };
    idle();
    return box;
  };
  return { view, isBusy: () => busy };
}

/** A label that looks like a button: the field itself opens the phone's recorder or its files. */
function filePart(onSound: RecorderView["onSound"]): HTMLElement {
  const label = element("label", { class: "file", title: t.fileHint });
  const field = element("input", { type: "file", accept: "audio/*", capture: "", "aria-label": t.chooseFile });
  field.addEventListener("change", () => {
    const [chosen] = field.files ?? [];
    field.value = "";
    if (chosen !== undefined) onSound(chosen, chosen.name);
  });
  label.append(field, element("span", { "aria-hidden": "true" }, t.chooseFile));
  return label;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
