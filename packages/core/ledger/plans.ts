// What each plan allows. No plan makes audio free; prices are a setting of the installation.

export type PlanId = "free" | "creator" | "studio" | "unlimited";

export interface Plan {
  readonly id: PlanId;
  readonly name: string;
  /** Promotional snowcoins that an account gets once, when it first asks what it can do. */
  readonly welcome_snowcoins: number;
  /** Custom voice clones a month; null is no limit. */
  readonly monthly_voice_clones: number | null;
}

export const PLANS: { readonly [Id in PlanId]: Plan } = {
  free: { id: "free", name: "Free", welcome_snowcoins: 100, monthly_voice_clones: 0 },
  creator: { id: "creator", name: "Creator", welcome_snowcoins: 100, monthly_voice_clones: 20 },
  studio: { id: "studio", name: "Studio", welcome_snowcoins: 100, monthly_voice_clones: 60 },
  unlimited: { id: "unlimited", name: "Unlimited", welcome_snowcoins: 100, monthly_voice_clones: null },
};

/** The month of an instant in UTC, as its first moment and that of the next month. Each month starts with a full allowance. */
export function monthOf(at: Date): { readonly begin: Date; readonly next: Date } {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { begin: new Date(Date.UTC(year, month, 1)), next: new Date(Date.UTC(year, month + 1, 1)) };
}

/** @param used voices that the account had prepared this month @returns null: no limit */
export function clonesLeft(plan: PlanId, used: number): number | null {
  const most = PLANS[plan].monthly_voice_clones;
  return most === null ? null : Math.max(0, most - used);
}
