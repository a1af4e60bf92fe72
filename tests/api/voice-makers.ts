// Two stand-ins of engines that make voices: "labs" clones and designs, "box" clones.

import type { Client } from "../../packages/contract/contract.ts";
import { type StandIn, startStandIn } from "../../packages/server/engines/brought/stand-in.ts";
import { poll } from "./server.ts";

export interface VoiceMakers extends AsyncDisposable {
  readonly labs: StandIn;
  readonly box: StandIn;
  /** The text of an engines file with both. */
  readonly enginesFile: string;
}

export async function startVoiceMakers(): Promise<VoiceMakers> {
  const [labs, box] = [await startStandIn(), await startStandIn()];
  const engines = [
    { provider: "labs", type: "elevenlabs", base_url: labs.url, api_key: "k", models: ["eleven_multilingual_v2"] },
    {
      provider: "box",
      type: "openai-compatible",
      base_url: `${box.url}/v1`,
      model: "chatterbox",
      cloning: "chatterbox",
    },
  ];
  return {
    labs,
    box,
    enginesFile: JSON.stringify({ engines }),
    async [Symbol.asyncDispose]() {
      await labs[Symbol.asyncDispose]();
      await box[Symbol.asyncDispose]();
    },
  };
}

/** Waits until the server knows that both make voices. */
export async function makersAreKnown(client: Client): Promise<void> {
  for (const provider of ["labs", "box"]) {
    const able = () =>
      client.call("listEngines").then(({ engines }) => engines.find((one) => one.provider === provider));
    await poll(able, (engine) => engine?.limits.custom_voices?.kinds.includes("cloned") === true);
  }
}
