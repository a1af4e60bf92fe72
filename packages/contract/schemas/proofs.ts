// Proves at compile time that the wire shapes equal core's types. A difference is a type error.

import type { Block } from "@fullcast/core/document";
import type { RenderManifest, UnitWordTimings } from "@fullcast/core/timeline";
import type { z } from "zod";
import type { DeepReadonly } from "../endpoints/endpoint.ts";
import type { block } from "./document.ts";
import type { renderManifest, unitWordTimings } from "./manifest.ts";

/** True only for identical types: an optional field on one side alone is a difference. */
type Identical<A, B> =
  (<T>() => T extends DeepReadonly<A> ? 1 : 2) extends <T>() => T extends DeepReadonly<B> ? 1 : 2 ? true : false;
type Proven<Claim extends true> = Claim;

export type BlockIsProven = Proven<Identical<z.infer<typeof block>, Block>>;
export type ManifestIsProven = Proven<Identical<z.infer<typeof renderManifest>, RenderManifest>>;
export type WordTimingsAreProven = Proven<Identical<z.infer<typeof unitWordTimings>, UnitWordTimings>>;
