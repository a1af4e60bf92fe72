// Measures a finished file as it decodes, in a process of its own.

import { fork } from "node:child_process";
import type { FileMeasures } from "@fullcast/core/sound";
import type { MeasureAnswer } from "./measure-file-process.ts";
import { RenderError } from "./render-error.ts";

/** @throws RenderError `input` when it is no sound that can be decoded, `killed` when the process ended before it answered. */
export function measureFile(path: string): Promise<FileMeasures> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL("./measure-file-process.ts", import.meta.url), {
      // Windows cannot load libraries without its SystemRoot; nothing else is passed on.
      env: process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot },
      execArgv: ["--max-semi-space-size=2"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    let answer: MeasureAnswer | null = null;
    child.on("message", (message: MeasureAnswer) => {
      answer = message;
    });
    child.on("error", () => reject(new RenderError("internal", "The measuring process could not be started.")));
    child.on("close", () => {
      if (answer === null) reject(new RenderError("killed", "The measuring process ended before it was done."));
      else if ("error" in answer) reject(new RenderError("input", answer.error));
      else resolve(answer.measures);
    });
    child.send(path, (error) => {
      if (error !== null) child.kill("SIGKILL");
    });
  });
}
