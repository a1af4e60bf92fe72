// An installation of its own for a test file that narrates, and the answer of `narrate --json`.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import { type CliOptions, runCli, startCli, temporaryFolder } from "./run-cli.ts";

export interface Narrated {
  readonly file: string;
  readonly title: string;
  readonly duration_ms: number;
  readonly size_bytes: number;
  readonly section_id: string;
  readonly export_id: string;
  readonly stages: readonly { readonly stage: string; readonly ms: number }[];
  readonly cast: readonly {
    readonly speaker: string;
    readonly lines: number;
    readonly voice: string | null;
    readonly gender: string | null;
    readonly age: string | null;
  }[];
}

/** A folder with an installation; gone when the tests of the file have ended. */
export function narrating() {
  const folder = temporaryFolder();
  let serving: ReturnType<typeof startCli> | undefined;
  after(async () => {
    serving?.process.kill("SIGTERM");
    await serving?.ended;
    folder[Symbol.dispose]();
  });
  const at = (name: string) => join(folder.path, name);
  const env = { FULLCAST_DATA_DIR: at("data"), FULLCAST_PORT: "0" };
  const start = async (settings: CliOptions["env"]): Promise<void> => {
    serving = startCli(["serve"], { env: { ...env, ...settings } });
    await serving.printed(/listening on http/);
  };
  return {
    at,
    env,
    /**
     * Starts the service of this installation, until the tests have ended. Commands use it then. Without it each narration
     * starts a service of its own, which takes longer than most of the short stories here.
     */
    serve: () => start({}),
    /** The same with these settings. */
    serveWith: start,
    /** Ends the service. Later commands start one of their own. */
    async stop(): Promise<void> {
      serving?.process.kill("SIGTERM");
      await serving?.ended;
    },
    async narrate(story: string, out: string, options: CliOptions = {}): Promise<Narrated> {
      const run = await runCli(["narrate", story, "-o", at(out), "--json", "-q"], { env, ...options });
      assert.equal(run.code, 0, run.stderr);
      return JSON.parse(run.stdout) as Narrated;
    },
    /** Asserts that there are no partial files beside the finished ones. */
    assertNothingLeft(): void {
      assert.deepEqual(
        readdirSync(folder.path).filter((name) => name.endsWith(".tmp")),
        [],
      );
    },
  };
}
