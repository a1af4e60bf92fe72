// Whether an account may speak with a voice: the plan, and the preparation that some voices need (interface.md, "Generation
// availability").

import { PLANS, type PlanId } from "./plans.ts";

export interface VoiceAccess {
  readonly plan: PlanId;
  /** The model is not part of the free plan. */
  readonly paidPlansOnly: boolean;
  /** The voice is not prepared yet. */
  readonly needsPreparation: boolean;
  /** Voices that the account may still have prepared this month; null: no limit. */
  readonly clonesLeft: number | null;
  /** Free places for voices in the provider's account; null: not known. */
  readonly slotsLeft: number | null;
  /** When the allowance is full again. */
  readonly resetsAt: Date;
}

export type VoiceAnswer =
  | { readonly kind: "ready" }
  | { readonly kind: "to_prepare" }
  | { readonly kind: "plan" | "allowance" | "slots"; readonly message: string };

/** Checks the plan first, then the account's own allowance, then the free places of the provider. */
export function voiceAccess(access: VoiceAccess): VoiceAnswer {
  const { plan, paidPlansOnly, needsPreparation } = access;
  if (paidPlansOnly && plan === "free") {
    return {
      kind: "plan",
      message: "The plan Free does not include this model. Choose another voice or another plan.",
    };
  }
  if (!needsPreparation) return { kind: "ready" };
  return preparationLeft(access) ?? { kind: "to_prepare" };
}

/** Why no further voice can be prepared; null when one can. */
export function preparationLeft({
  plan,
  clonesLeft,
  slotsLeft,
  resetsAt,
}: Pick<VoiceAccess, "plan" | "clonesLeft" | "slotsLeft" | "resetsAt">): Extract<
  VoiceAnswer,
  { readonly message: string }
> | null {
  if (PLANS[plan].monthly_voice_clones === 0) {
    return { kind: "allowance", message: `The plan ${PLANS[plan].name} prepares no voices. Choose a prepared voice.` };
  }
  if (clonesLeft === 0) {
    return {
      kind: "allowance",
      message: `The account has used the ${PLANS[plan].monthly_voice_clones} voice preparations of this month. Choose a prepared voice or another engine, or wait until ${resetsAt.toISOString().slice(0, 10)} (UTC).`,
    };
  }
  if (slotsLeft === 0) {
    return {
      kind: "slots",
      message: "The provider's account has no room for another voice. Choose a prepared voice or another engine.",
    };
  }
  return null;
}
